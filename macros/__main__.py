"""`python -m macros …`."""

import sys

from macros.atlas import main

if __name__ == "__main__":
    sys.exit(main())
