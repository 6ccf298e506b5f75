"""Build script: finds the packages and compiles the Cython engines.

What does not change from one build to the next stands in ``pyproject.toml``; here is only what has to be computed.
"""

import os
import shlex
import shutil
import sys

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext


class FreshBuild(build):
    """A build that begins with an empty folder: what an older build left there would end up in the wheel."""

    def run(self) -> None:
        """Build everything anew."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class CythonBuild(build_ext):
    """A build that translates to C what it compiles; making a source distribution needs no C."""

    def finalize_options(self) -> None:
        """Compile on all processors: whoever installs this waits for the compiler more than for all the rest."""
        super().finalize_options()
        if self.parallel is None:
            self.parallel = True

    def run(self) -> None:
        """Translate and compile."""
        found = cythonize(
            extensions(),
            include_path=["ext"],
            build_dir="build/c",
            compiler_directives={
                "language_level": 3,
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
                "embedsignature": True,
            },
        )
        sources = {extension.name: extension.sources for extension in found}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()


def subpackages(folder: str, package: str) -> list[str]:
    """Return ``package`` and every package below ``folder`` under the name that it is imported by.

    The list is found, not written: a hand-written one forgets a new subpackage, and only the wheel shows it.
    """
    return [package, *(f"{package}.{name}" for name in find_packages(folder))]


def compile_flags() -> list[str]:
    """Return the C compiler's flags: portable ones, or this machine's own with ``KLONDIKE_NATIVE=1``.

    What stands in ``KLONDIKE_CFLAGS`` comes last, and so has the last word.
    """
    more = shlex.split(os.environ.get("KLONDIKE_CFLAGS", ""))
    if sys.platform == "win32":
        return ["/O2", *more]
    flags = ["-O3", "-fno-strict-aliasing", "-Wno-unreachable-code"]
    if os.environ.get("KLONDIKE_NATIVE") == "1":
        flags.append("-march=native")
    return [*flags, *more]


def extensions() -> list[Extension]:
    """Return the compiled modules, one for each ``ext/*.pyx``."""
    names = sorted(entry[:-4] for entry in os.listdir("ext") if entry.endswith(".pyx"))
    return [
        Extension(f"klondike_solver.ext.{name}", [f"ext/{name}.pyx"], extra_compile_args=compile_flags())
        for name in names
    ]


setup(
    packages=[
        *subpackages("solver", "klondike_solver"),
        "klondike_solver.ext",
        *subpackages("cli", "klondike_solver.cli"),
    ],
    cmdclass={"build": FreshBuild, "build_ext": CythonBuild},
    ext_modules=extensions(),
)
