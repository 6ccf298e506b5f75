"""The compiled engine's table and keys, compiled by themselves: a mistake there would go unnoticed in most searches."""

import importlib.util
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize
setup(
    name="engine_parts",
    ext_modules=cythonize(
        [Extension("engine_parts", ["engine_parts.pyx"], extra_compile_args=["-O1"])], include_path=[{ext!r}]
    ),
)
"""


@pytest.fixture(scope="module")
def parts(tmp_path_factory, source_tree):
    """The module ``engine_parts``, compiled from the engine's own sources."""
    pytest.importorskip("Cython", reason="compiling the engine's parts takes Cython")
    pytest.importorskip("setuptools", reason="compiling the engine's parts takes setuptools")
    folder = tmp_path_factory.mktemp("engine_parts")
    source = Path(__file__).with_name("probe") / "engine_parts.pyx"
    (folder / "engine_parts.pyx").write_bytes(source.read_bytes())
    (folder / "setup.py").write_text(SETUP.format(ext=str(source_tree / "ext")), "utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = [*folder.glob("engine_parts.*.so"), *folder.glob("engine_parts.*.pyd")]
    spec = importlib.util.spec_from_file_location("engine_parts", built)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LAST = 2**64 - 1

HASHES = {
    "anywhere": lambda random: random.randint(1, LAST),
    "near together": lambda random: 2**63 + random.randrange(2**40),
    "at the start": lambda random: random.randint(1, 2**45),
    "at the end": lambda random: random.randint(LAST - 2**45, LAST),
    "with equal upper halves": lambda random: (random.randint(1, 50) << 32) + random.randrange(2000),
}


def check_invariant(table):
    """Ascending, no gap between a hash and its home, and a gap at the very end where searches stop."""
    slots = table.slots()
    home_slots = len(slots) - 512
    stored = [hash for hash in slots if hash]
    assert all(a < b for a, b in pairwise(stored))
    assert len(stored) == len(table)
    assert slots[-1] == 0
    last_gap = -1
    for place, hash in enumerate(slots):
        if hash:
            assert last_gap < hash * home_slots >> 64 <= place
        else:
            last_gap = place


@pytest.mark.parametrize("kind", HASHES)
@pytest.mark.parametrize("memory", [0, 60_000, 10**8])
def test_the_table_holds_nothing_that_was_not_added(parts, kind, memory):
    random = Random(1)
    table = parts.HashTable(memory)
    added = set()
    for _ in range(12_000):
        hash = HASHES[kind](random)
        table.add(hash)
        added.add(hash)
    check_invariant(table)
    stored = set(table.slots()) - {0}
    assert stored <= added
    assert all(hash in table for hash in stored)
    assert not any(hash in table for hash in added - stored)
    others = {HASHES[kind](random) for _ in range(5000)} | {hash ^ 1 for hash in added} | {hash + 1 for hash in stored}
    assert not any(hash in table for hash in others - stored - {0, LAST + 1})
    assert len(added) - len(stored) <= table.forgotten
    assert table.bytes <= max(memory, (4096 + 512) * 8)


def test_the_table_forgets_nothing_that_it_has_room_for(parts):
    random = Random(2)
    table = parts.HashTable(10**8)
    added = {random.randint(1, LAST) for _ in range(200_000)}
    for count, hash in enumerate(added):
        table.add(hash)
        table.add(hash)
        if count > 20_000:
            assert table.bytes <= 12 * (count + 1)
    assert table.forgotten == 0
    assert len(table) == len(added)
    assert all(hash in table for hash in added)


def test_a_full_table_goes_on_taking_in_new_hashes(parts):
    random = Random(3)
    table = parts.HashTable(0)
    kept = 0
    for _ in range(30_000):
        hash = random.randint(1, LAST)
        table.add(hash)
        kept += hash in table
    assert kept > 20_000
    assert table.forgotten > 20_000
    check_invariant(table)


def test_the_hash_is_a_bijection(parts):
    """It is undone step by step, so no two keys can have the same hash."""
    inverse = pow(0xD6E8FEB86659FD93, -1, 2**64)

    def undo(value):
        for _ in range(2):
            value ^= value >> 32
            value = value * inverse % 2**64
        return value ^ value >> 32

    random = Random(4)
    for key in [0, 1, 2, LAST, *(random.randrange(2**64) for _ in range(10_000))]:
        assert undo(parts.hash_key(key)) == key
    assert parts.hash_key(0) == 0


def test_different_positions_have_different_keys(parts):
    heights = list(product((0, 1, 12, 13), repeat=4))
    keys = [
        parts.key(up, code, 5, stock, 3, waste, recycles, 2)
        for up in heights
        for code, stock, waste, recycles in product((0, 1, 4), (0, 1, 6, 7), (0, 1, 3), (0, 1))
    ]
    assert len(set(keys)) == len(keys)
    assert 0 not in keys


def test_the_largest_key_of_a_deal_fits(parts):
    """Below 2 ** 64 nothing wraps around, and then the keys of different positions differ by their construction."""
    limits = {"code_radix": 40_320, "stock_bits": 24, "recycle_radix": 24}
    largest = parts.key([13] * 4, 40_319, stock=2**24 - 1, waste=24, recycles=23, **limits)
    assert largest == 14**4 * 40_320 * 2**24 * 25 * 24
    assert largest < 2**64


def test_operations_on_bits_are_the_same_with_and_without_the_processors_own(parts):
    random = Random(3)
    numbers = [1, 2, LAST, LAST - 1, 2**63, 2**32, 2**32 - 1, *(1 << random.randrange(64) for _ in range(50))]
    numbers += [random.getrandbits(64) | 1 << random.randrange(64) for _ in range(500)]
    numbers += [number << random.randrange(64) & LAST or 1 for number in numbers]
    for a in numbers:
        b = random.choice(numbers)
        expected = ((a & -a).bit_length() - 1, a.bit_length() - 1, a.bit_count(), a * b >> 64)
        assert parts.bits(a, b) == [expected, expected]
