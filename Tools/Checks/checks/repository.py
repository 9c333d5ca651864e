"""The repository as the checks see it: its files, its packages, its manifests."""

import hashlib
import json
import pathlib
import subprocess

# The folders that contain packages, one level down, in the order in which they are built.
PACKAGE_FOLDERS = ("Packages", "Apps", "Tests", "Tools")

# All packages are built in one folder, so that what they share is compiled once. SwiftPM plans that
# folder anew only when the package it planned last has changed: asked for another one, it builds
# and tests the old one and says that all is well. So it must plan each time, which takes a second.
BUILD_FOLDER = ".build"
PLAN_EACH_TIME = "--disable-build-manifest-caching"


class Failure(Exception):
    """Something outside the checks failed: a tool, a file; the message is for the reader."""


def run(command, cwd, **options):
    """Runs a program and gives back the finished process with its output as text."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, **options)


class Package:
    """A folder with a Package.swift."""

    def __init__(self, repository, folder):
        self.repository = repository
        self.folder = folder
        self.name = str(folder.relative_to(repository.root))

    @property
    def manifest(self):
        return self.repository.manifest(self.folder)

    def options(self, scratch=BUILD_FOLDER):
        """The options with which SwiftPM builds this package in a folder that it shares with others."""
        return ["--package-path", self.name, "--scratch-path", scratch, PLAN_EACH_TIME]

    @property
    def has_tests(self):
        return any(target["type"] == "test" for target in self.manifest["targets"])

    def source_folder(self, target):
        """The folder of one of the manifest's targets, where SwiftPM would look for it."""
        if target.get("path"):
            return self.folder / target["path"]
        parent = "Tests" if target["type"] == "test" else "Sources"
        return self.folder / parent / target["name"]


class Repository:
    """A working copy."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self._manifests = {}

    @staticmethod
    def here():
        return Repository(pathlib.Path(__file__).resolve().parents[3])

    def files(self, *patterns):
        """The files that git tracks or would track, without those that are deleted."""
        found = run(
            ["git", "ls-files", "-z", "-co", "--exclude-standard", "--", *patterns], self.root
        )
        if found.returncode != 0:
            raise Failure(f"git ls-files: {found.stderr.strip()}")
        names = sorted(set(filter(None, found.stdout.split("\0"))))
        return [self.root / name for name in names if (self.root / name).is_file()]

    def relative(self, path):
        return str(pathlib.Path(path).relative_to(self.root))

    def packages(self, *folders):
        """The packages, found by their manifests, in building order.

        Those of Packages/ come lower layers first, as the layer table lists them, so that the
        first failure is the one nearest to its cause.
        """
        order = [name for name in self.layers()["packages"]]
        found = []
        for parent in folders or PACKAGE_FOLDERS:
            names = [m.parent for m in (self.root / parent).glob("*/Package.swift")]
            rank = lambda f: (order.index(f.name) if f.name in order else len(order), f.name)
            found += sorted(names, key=rank if parent == "Packages" else lambda f: f.name)
        return [Package(self, folder) for folder in found]

    def layers(self):
        """The layer table, from the data file beside the checks."""
        return json.loads((self.root / "Tools/Checks/layers.json").read_text(encoding="utf-8"))

    def dependencies(self, folder):
        """The dependencies of a manifest: ("path", an absolute path) or ("url", a URL)."""
        for dependency in self.manifest(folder)["dependencies"]:
            for local in dependency.get("fileSystem", []):
                yield "path", local["path"]
            for remote in dependency.get("sourceControl", []):
                location = remote["location"]
                for path in location.get("local", []):
                    yield "url", path
                for url in location.get("remote", []):
                    yield "url", url["urlString"]

    def manifest(self, folder):
        """A manifest as SwiftPM understands it. Evaluated once for each content."""
        text = (folder / "Package.swift").read_bytes()
        key = (str(folder), hashlib.sha256(text).hexdigest())
        if key not in self._manifests:
            dumped = run(["swift", "package", "dump-package"], folder)
            if dumped.returncode != 0:
                raise Failure(f"{self.relative(folder)}/Package.swift: {dumped.stderr.strip()}")
            self._manifests[key] = json.loads(dumped.stdout)
        return self._manifests[key]
