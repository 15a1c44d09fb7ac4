"""The benchmark: what building, growing and reading the site costs, each figure beside its bound.

The build is compared with stock mkdocs-material and with Zensical building the same text from ready Markdown, each in
fresh processes, in turns. Theirs is given every advantage that the same text allows: its Markdown has no links to
resolve and no pictures, its theme no features, its configuration no macros. It keeps what an author gets from it
unasked: Markdown tables, and a search index of all text. Ours is built with its own configuration, exports and checks
included. Zensical reads the very project of stock mkdocs-material.
"""
