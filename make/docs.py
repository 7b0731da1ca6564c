"""`make docs`: the documents as a site in build/site, to be read offline; every link is checked.

The documents are written to be read in the repository. Here they are gathered in one folder, with a page for every name
that `import slamdeck` offers; a link to a file that is no document becomes the file's name.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import slamdeck
from slamdeck.engine import ROOT

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
AT_THE_TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
START = "index.md"  # the README, where a site begins
REFERENCE = "reference.md"
STUDIES = ("docs/study.md", "docs/strength.md", "docs/fairness.md")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
FENCED = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)


def gathered() -> dict[str, Path]:
    """Every page of the site by its name there, and the file it is made from."""
    found = {(START if name == "README.md" else name): ROOT / name for name in AT_THE_TOP}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        found[f"docs/{path.relative_to(ROOT / 'docs').as_posix()}"] = path
    return found


def with_links(text: str, source: Path, page: str, pages: dict[str, Path]) -> str:
    """Links lead to pages and pictures of the site, or are no links. Code is left as it is."""
    names = {path.resolve(): name for name, path in pages.items()}
    here = Path(page).parent.as_posix()

    def replaced(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        place, sign, anchor = target.partition("#")
        if not place or "://" in target or target.startswith("mailto:"):
            return link.group()
        file = (source.parent / place).resolve()
        if file in names:
            return f"{mark}[{words}]({os.path.relpath(names[file], here or '.')}{sign}{anchor})"
        if file.is_relative_to(ROOT / "docs" / "images"):
            picture = f"docs/images/{file.relative_to(ROOT / 'docs' / 'images').as_posix()}"
            return f"{mark}[{words}]({os.path.relpath(picture, here or '.')})"
        if not file.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: {target} leads nowhere")
        return words

    parts = FENCED.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(replaced, part) for part in parts)


def reference() -> str:
    """What `import slamdeck` offers, by its own words."""
    parts = ["# What `import slamdeck` offers\n", inspect.getdoc(slamdeck) or ""]
    for name, module in slamdeck.OFFERED.items():
        thing = getattr(importlib.import_module(module), name)
        parts.append(f"\n## `{name}`\n")
        if not callable(thing):
            parts.append(f"`{name} = {thing!r}`\n")
            continue
        parts.append(f"```python\n{name}{signature(thing)}\n```\n\n{inspect.getdoc(thing) or ''}\n")
        if inspect.isclass(thing):
            for part, member in sorted(vars(thing).items()):
                if not part.startswith("_") and inspect.getdoc(member) and isinstance(member, property):
                    parts.append(f"- `.{part}`: {inspect.getdoc(member)}")
                elif not part.startswith("_") and inspect.isroutine(member) and inspect.getdoc(member):
                    parts.append(f"- `.{part}{signature(member)}`: {inspect.getdoc(member)}")
    return "\n".join(parts) + "\n"


def signature(thing: object) -> str:
    try:
        return str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(…)"


def navigation(pages: dict[str, Path]) -> list[dict[str, object]]:
    def under(folder: str) -> list[str]:
        return [name for name in pages if Path(name).parent.as_posix() == folder]

    studies = [*STUDIES, *under("docs/studies")]
    return [
        {"Slamdeck": START},
        {"Guides": [*under("docs/guides"), REFERENCE]},
        {"Studies": studies},
        {"How it is made": [*(name for name in under("docs") if name not in studies), *AT_THE_TOP[1:]]},
        {"Decisions": under("docs/decisions")},
    ]


def gather() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    pages = gathered()
    for name, source in pages.items():
        into = PAGES / name
        into.parent.mkdir(parents=True, exist_ok=True)
        into.write_text(with_links(source.read_text(encoding="utf-8"), source, name, pages), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "images", PAGES / "docs" / "images")
    (PAGES / REFERENCE).write_text(reference(), encoding="utf-8")


def settings() -> dict[str, object]:
    """As JSON, which is YAML. Nothing is fetched from anywhere when the site is read."""
    return {
        "site_name": "Slamdeck",
        "docs_dir": str(PAGES),
        "site_dir": str(SITE),
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False, "features": ["navigation.sections", "toc.follow"]},
        "plugins": ["search"],
        "markdown_extensions": ["tables", "fenced_code", "toc", "admonition"],
        "validation": {"links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "warn"}},
        "nav": navigation(gathered()),
    }


def main() -> int:
    gather()
    configuration = ROOT / "build" / "mkdocs.yml"
    configuration.write_text(json.dumps(settings(), indent=2), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--clean", "-f", str(configuration)]
    made = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if made.returncode == 0:
        print(SITE / "index.html")
    return made.returncode


if __name__ == "__main__":
    sys.exit(main())
