"""What is built: the source distribution, the wheel made from it, and installing them where nothing else is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

import klondike_solver
import klondike_solver.cli
import klondike_solver.ext
import pytest

SOURCES = {"klondike_solver": "solver", "klondike_solver/ext": "ext", "klondike_solver/cli": "cli"}
DATA = ("*.html", "*.css", "*.js", "*.svg")
"""What pages are made of."""
LEFTOVERS = shutil.ignore_patterns(
    ".*_cache",
    ".benchmarks",
    ".git",
    ".hypothesis",
    ".venv",
    "venv",
    "__pycache__",
    "build",
    "dist",
    "*.egg-info",
    "*.so",
)
"""What a working folder has that a fresh clone has not."""
UNOPTIMISED = "/Od" if sys.platform == "win32" else "-O0"
"""How compiling takes the least time."""


@dataclass(frozen=True)
class Built:
    """What one build made.

    Attributes:
        tree: the copy of the sources that it was made from.
        sdist: the source distribution.
        wheel: the wheel, built from the source distribution and nothing else.
    """

    tree: Path
    sdist: Path
    wheel: Path

    @property
    def in_wheel(self) -> set[str]:
        """The names of the files in the wheel."""
        with zipfile.ZipFile(self.wheel) as archive:
            return set(archive.namelist())

    @property
    def in_sdist(self) -> set[str]:
        """The names of the files in the source distribution, without the folder that they are in."""
        with tarfile.open(self.sdist) as archive:
            return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command and return what it printed; fail with its output if it fails."""
    found = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert found.returncode == 0, f"{' '.join(map(str, command))} ended with {found.returncode}:\n{found.stdout}"
    return found.stdout


@pytest.fixture(scope="module")
def built(source_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    tree = shutil.copytree(source_tree, folder / "tree", ignore=LEFTOVERS)
    # What needs to be installed for this is among the test requirements, so that it needs no network. How fast the
    # wheel would run is no matter here.
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", tree)
    run(*build, cwd=folder, KLONDIKE_CFLAGS=UNOPTIMISED)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return Built(tree, sdist, wheel)


def test_the_wheel_has_every_module_and_nothing_else(built: Built) -> None:
    expected = {"klondike_solver/py.typed"}
    for package, folder in SOURCES.items():
        for pattern in ("*.py", "*.pyi", *DATA):
            sources = (built.tree / folder).rglob(pattern)
            expected |= {f"{package}/{source.relative_to(built.tree / folder).as_posix()}" for source in sources}
    files = {name for name in built.in_wheel if ".dist-info/" not in name}
    compiled = {name for name in files if name.endswith((".so", ".pyd"))}
    assert files - compiled == expected
    modules = {f"klondike_solver/ext/{source.stem}" for source in (built.tree / "ext").glob("*.pyx")}
    assert {name.partition(".")[0] for name in compiled} == modules
    assert len(compiled) == len(modules) >= 1


def test_the_wheel_puts_one_name_into_an_environment(built: Built) -> None:
    assert {name.partition("/")[0] for name in built.in_wheel if ".dist-info/" not in name} == {"klondike_solver"}


def test_compiled_modules_have_type_stubs(built: Built) -> None:
    for source in (built.tree / "ext").glob("*.pyx"):
        assert f"klondike_solver/ext/{source.stem}.pyi" in built.in_wheel


def test_the_wheel_says_what_it_is(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
        (entries,) = (name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt"))
        assert "klondike = klondike_solver.cli:main" in archive.read(entries).decode()
    assert f"Version: {klondike_solver.__version__}\n" in text
    assert "License-Expression: MIT\n" in text
    assert any(name.endswith("licenses/LICENSE") for name in built.in_wheel)


def test_the_source_distribution_has_all_that_building_and_testing_need(built: Built) -> None:
    needed = {
        "pyproject.toml",
        "setup.py",
        "MANIFEST.in",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "mkdocs.yml",
        ".ci/run",
    }
    for folder in ("solver", "ext", "cli", "tests", "bench", "docs"):
        files = (path for path in (built.tree / folder).rglob("*") if path.is_file())
        needed |= {path.relative_to(built.tree).as_posix() for path in files}
    assert needed - built.in_sdist == set()


def test_the_source_distribution_has_nothing_that_was_built(built: Built) -> None:
    assert [
        name for name in built.in_sdist if name.endswith((".so", ".pyc")) or name.startswith(("build/", "dist/"))
    ] == []
    assert [name for name in built.in_sdist if name.startswith("ext/") and name.endswith(".c")] == []


def test_version_is_the_one_in_the_changelog(source_tree: Path) -> None:
    changelog = (source_tree / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, flags=re.MULTILINE)
    assert versions[0] == klondike_solver.__version__


def is_editable(found: Distribution) -> bool:
    """Tell whether a distribution was installed with ``pip install -e``."""
    origin = found.read_text("direct_url.json")
    return bool(json.loads(origin).get("dir_info", {}).get("editable")) if origin else False


def test_what_is_tested_is_what_is_installed(source_tree: Path) -> None:
    """Unless the install is an editable one, no module comes from the sources that the tests lie beside."""
    # An editable install leaves a description among the sources, which comes first where they are on Python's path.
    found = distributions(name="klondike-solver")
    installs = [one for one in found if Path(str(one.locate_file("."))).resolve() != source_tree]
    if not installs:
        pytest.skip("the package is not installed; it is tested in place")
    if is_editable(installs[0]):
        pytest.skip("an editable install is tested in place")
    installed = Path(str(installs[0].locate_file("klondike_solver"))).resolve()
    for package in (klondike_solver, klondike_solver.ext, klondike_solver.cli):
        assert package.__file__ is not None
        assert Path(package.__file__).resolve().is_relative_to(installed)


def environment(folder: Path) -> Path:
    """Make an empty virtual environment and return its folder of programs."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "wheel", "sdist", "editable"])
def test_every_way_to_install_works_in_an_empty_environment(built: Built, tmp_path: Path, kind: str) -> None:
    """Needs a package index, as every install does that brings its requirements along."""
    tree = shutil.copytree(built.tree, tmp_path / "tree")
    what = {
        "folder": [str(tree)],
        "wheel": [str(built.wheel)],
        "sdist": [str(built.sdist)],
        "editable": ["-e", str(tree)],
    }
    programs = environment(tmp_path / "venv")
    run(programs / "python", "-m", "pip", "install", "--quiet", *what[kind], cwd=tmp_path)
    version = f"{klondike_solver.__version__}\n"
    assert run(programs / "klondike", "--version", cwd=tmp_path).endswith(version)
    assert run(programs / "python", "-m", "klondike_solver", "--version", cwd=tmp_path).endswith(version)
    assert "winnable" in run(programs / "klondike", "solve", "solvitaire:2", cwd=tmp_path)
    run(programs / "python", "-m", "pip", "check", cwd=tmp_path)


@pytest.mark.slow
def test_a_module_that_is_gone_is_not_built_again(built: Built, tmp_path: Path) -> None:
    tree = shutil.copytree(built.tree, tmp_path / "tree")
    build = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path / "dist", tree)
    added = tree / "solver" / "soon_gone.py"
    added.write_text('"""Here today."""\n', encoding="utf-8")
    for there in (True, False):
        run(*build, cwd=tmp_path, KLONDIKE_CFLAGS=UNOPTIMISED)
        (wheel,) = (tmp_path / "dist").glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            assert ("klondike_solver/soon_gone.py" in archive.namelist()) is there
        added.unlink(missing_ok=True)
