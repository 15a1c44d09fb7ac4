"""What is published besides the pages: the API, downloads, Markdown twins, feeds and badges."""
