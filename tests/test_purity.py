"""``domain`` and ``projections`` do no I/O, read no clock and no global randomness: all of it comes in as arguments."""

import ast
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, imports_of, modules_under, tree_of

IMPURE_MODULES = frozenset(
    "asyncio builtins concurrent ctypes datetime fcntl glob http io locale logging mmap multiprocessing os pathlib"
    " platform secrets select selectors shutil signal socket sqlite3 ssl subprocess sys tempfile threading time urllib"
    " uuid zoneinfo importlib.resources".split()
)
IMPURE_CALLS = frozenset({"open", "input", "print", "eval", "exec", "compile", "__import__", "breakpoint", "hash"})
"""``hash`` among them: that of a text differs from one process to the next."""


def impurities(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What in the tree reaches outside, as (line, sentence)."""
    for name, line in imports_of(tree):
        first, _, rest = name.partition(".")
        if first in IMPURE_MODULES or any(name == bad or name.startswith(bad + ".") for bad in IMPURE_MODULES):
            yield line, f"imports {name}"
        if first == "random" and rest not in {"", "Random"}:
            yield line, f"imports {name}; only random.Random is allowed"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random" and imports_random(tree):
                yield node.lineno, f"uses random.{name}, the generator all of the process shares"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random"), args=[], keywords=[]):
                yield node.lineno, "seeds random.Random from the system"
            case ast.Call(func=ast.Name(id="Random"), args=[], keywords=[]):
                yield node.lineno, "seeds Random from the system"
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield node.lineno, f"calls {name}()"


def imports_random(tree: ast.AST) -> bool:
    """Whether ``random`` names the module here; elsewhere it is an argument, which is the right thing."""
    return any(name == "random" for name, _ in imports_of(tree)) and not any(
        isinstance(node, ast.arg) and node.arg == "random" for node in ast.walk(tree)
    )


def test_the_inner_layers_reach_for_nothing_outside() -> None:
    """Every module under domain/ and projections/."""
    found = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in modules_under("domain", "projections")
        for line, what in impurities(tree_of(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import datetime as d",
        "from os import path",
        "from urllib.request import urlopen",
        "import importlib.resources",
        "from importlib import resources",
        "def f():\n    import uuid",
        "from random import shuffle",
        "import random\nrandom.shuffle([])",
        "import random\nchoose = random.choice",
        "import random\nrandom.Random()",
        "from random import Random\nRandom()",
        "text = open('cards.toml').read()",
        "order = hash('earth')",
    ],
)
def test_the_watch_sees(source: str) -> None:
    """Each way of reaching outside is found."""
    assert list(impurities(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "import random\ndef f(r: random.Random) -> None:\n    r.shuffle([])",
        "from random import Random\ndef f(seed: bytes) -> Random:\n    return Random(seed)",
        "from random import Random\ndef f(random: Random) -> None:\n    random.shuffle([])",
        "import hmac, hashlib, msgspec",
        "from importlib import import_module",
    ],
)
def test_the_watch_lets_pass(source: str) -> None:
    """A generator that comes in as an argument, or is made from one, is what we want."""
    assert not list(impurities(ast.parse(source)))
