"""What the pages that are not made of sections alone contain: data in, dataclass out."""
