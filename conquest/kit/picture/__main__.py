"""``python -m conquest.kit.picture WIDTH``: paint a picture of this package, from standard input.

In a process of its own, as the painter can crash the one that it works in.
"""

from __future__ import annotations

import sys

from conquest.kit.picture.bitmap import paint_png


def main() -> None:
    """Write the PNG to standard output."""
    sys.stdout.buffer.write(paint_png(sys.stdin.read(), int(sys.argv[1])))


if __name__ == "__main__":
    main()
