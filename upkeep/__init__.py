"""What CI runs besides the build: weekly reports on links, ages and newer builders, and comments and issues on GitHub.

`github`, `comment` and `issue` import the standard library only: jobs that may write install no packages.
"""
