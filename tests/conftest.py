"""Test-wide checks: never test a stale build, and test the comparison of builds only where there are two."""

from __future__ import annotations

from pathlib import Path

import pytest

import slamdeck

# Comparing compiled with uncompiled needs both; where nothing is compiled there is nothing to compare.
collect_ignore = [] if slamdeck.is_compiled() else ["conformance/test_compiled.py"]


def pytest_sessionstart(session: pytest.Session) -> None:
    package = Path(slamdeck.__file__).parent
    for built in package.rglob("*.so"):
        source = built.with_name(built.name.split(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > built.stat().st_mtime:
            pytest.exit(f"{source} is newer than its compiled twin; run `make build`", returncode=4)
