"""Our own source files as syntax trees, for the tests that watch over their structure."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAYERS = ("domain", "projections", "services", "workers")
"""From the inside out: each may import those before it, never those after it."""

HELD_BACK = {".venv", ".git", "build", "dist", "node_modules"}


def modules_under(*folders: str) -> list[Path]:
    """Every Python file below the folders, in a steady order. A folder that is not there yields nothing."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def tracked_files(*suffixes: str) -> list[Path]:
    """The files git knows, or all of them where the sources came without git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        paths: Iterable[Path] = (ROOT / name for name in listed.stdout.split("\0") if name)
    else:
        paths = (path for path in ROOT.rglob("*") if not HELD_BACK & set(path.relative_to(ROOT).parts))
    return sorted(path for path in paths if path.suffix in suffixes and path.is_file())


@cache
def tree_of(path: Path) -> ast.Module:
    """The file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def module_name(path: Path) -> str:
    """The dotted name under which the file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each module, or name in a module, that the tree imports anywhere, as a dotted name with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
            case ast.ImportFrom(level=level):
                yield f"{'.' * level}relative", node.lineno
