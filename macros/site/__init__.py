"""All that knows MkDocs: its events, the generated pages, and the folder that the site is written to."""
