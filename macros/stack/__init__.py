"""Checks what a file installs or runs: each package, image and machine that is known, with its state today.

`reading` finds them in a text, `judging` says what is known of each from `api/v1/stack.json`, `report` prints it. The
page /check/ does the same in the browser with the same file; `tests/golden/stack/` holds both to the same answers.
"""
