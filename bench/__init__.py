"""The benchmark: this project's build against stock mkdocs-material building the same text from ready Markdown."""
