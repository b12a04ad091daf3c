"""The outside, shared by the doors: settings, database, blobs, queue, benchmark packs, images."""
