"""The benchmark: this project's build against stock mkdocs-material building the same text from ready Markdown.

Both build the same pages in fresh processes, one after the other. The stock project is given every advantage that the
same text allows: its Markdown has no links to resolve and no pictures, its theme no features, its configuration no
macros. It keeps what an author gets from it unasked: Markdown tables, and a search index of all text. Ours is built
with its own configuration, exports and checks included.
"""
