"""How pip and others build this package: as setuptools does, with Node.js as a wheel where the page has to be built and
the system has none."""

from __future__ import annotations

from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 (a build backend is a module with these functions)

from make.client import NODE_WHEEL, needs_node_wheel


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    wanted: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*wanted, NODE_WHEEL] if needs_node_wheel() else wanted
