"""``python -m inarow`` is the command ``inarow``."""

import sys

from inarow.apps.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
