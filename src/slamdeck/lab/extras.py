"""Libraries that only some of the lab needs: imported when somebody asks for them."""

from __future__ import annotations

import importlib
from types import ModuleType

from slamdeck.core.problems import UsageProblem


def needed(module: str, extra: str) -> ModuleType:
    """A library of an extra; a sentence where it is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UsageProblem(f"this needs {module.partition('.')[0]}: pip install 'slamdeck[{extra}]'") from error
