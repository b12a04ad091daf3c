"""What Assay needs from the machine it runs on: an engine, Compose, images, a stack."""
