"""What the pages of records show: a page is a list of sections, and a section has columns.

Each ordinary kind of record has a module with one `RecordPages`: what its list and the pages of its records show.
Headings, tables, links and the Markdown twins follow from that.
"""
