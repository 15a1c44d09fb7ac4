"""`python -m macros …`."""

import sys

from macros.cli import main

if __name__ == "__main__":
    sys.exit(main())
