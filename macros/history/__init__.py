"""What changed in the data: the diff of two snapshots, folders or revisions."""
