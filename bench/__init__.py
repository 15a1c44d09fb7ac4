"""The benchmark: how long building and checking take, how much memory they need, and how large code and pages are."""
