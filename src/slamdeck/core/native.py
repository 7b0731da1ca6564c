"""Machine types: packed when mypyc compiles us, ordinary ints and lists when it does not.

The compiler reads the TYPE_CHECKING branch; plain CPython runs the other one, so one source serves both.
`vec[u8]` and `vec[i64]` support indexing, `len` and copying by slices, and nothing else is used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    try:
        from mypy_extensions import mypyc_attr
    except ModuleNotFoundError:  # pure Python needs nothing from the compiler

        def mypyc_attr(**_):
            return lambda cls: cls

    i64 = int

    class u8(int):
        """An int that stays an int: `u8(3)` is 3. A class of its own, so that `vec[u8]` is not `vec[i64]`."""

        def __new__(cls, value=0):
            return value

    class vec:
        """Stands in for librt's packed vector: bytes are a bytearray, everything else a list."""

        def __class_getitem__(cls, item):
            return bytearray if item is u8 else list
