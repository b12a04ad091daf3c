"""From a reply to the code in it: one file per rule."""
