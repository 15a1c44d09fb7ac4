"""The records as types: what may stand in `data/`, and where."""
