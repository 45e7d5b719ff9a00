"""The arrays that the engines work on: NumPy's, or where there is none, the plain ones.

Whatever has to run in a browser's tab too takes ``np`` from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ImportError:
        from inarow.kernels import plain_arrays as np

__all__ = ["np"]
