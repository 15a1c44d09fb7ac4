"""What keeps the site in order between changes: links, ages, newer builders, and what CI says of them.

`github`, `comment` and `issue` need nothing but Python itself, so that a job with a right to write installs nothing.
"""
