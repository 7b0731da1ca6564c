"""Machine types: packed when mypyc compiles us, ordinary ints and lists when it does not.

The compiler reads the TYPE_CHECKING branch; plain CPython runs the other one, so one source serves both. A game from
elsewhere may be plain Python beside a compiled core, and hands it the compiler's own vectors.
`vec[u8]` and `vec[i64]` support indexing, `len` and copying by slices, and nothing else is used.
"""

from operator import index
from typing import TYPE_CHECKING

from slamdeck.engine import has_compiled

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

    if has_compiled("slamdeck.core.cards"):
        from librt.vecs import vec
        from mypy_extensions import i64, u8
    else:
        # All of it is built in: plain Python calls nothing of ours where compiled code calls nothing at all.
        i64 = int
        u8 = index  # `u8(3)` is 3
        vec = {i64: list, u8: bytearray, float: list}  # `vec[u8]` stands in for librt's packed vector of bytes
