"""What each page says, decided here and worded in the templates: one module per kind of page."""
