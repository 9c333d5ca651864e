"""Builds what is shipped with SwiftPM's own check that targets declare what they import."""

from . import workspace
from .repository import BUILD_FOLDER, run


def findings(repository):
    """Test packages are left out: `make test` builds them, and nothing depends on them."""
    found = []
    for package in repository.packages("Packages", "Apps", "Tools"):
        with workspace.turn(repository, package, BUILD_FOLDER):
            built = run(
                [
                    "swift", "build", "--quiet", *package.options(),
                    "--explicit-target-dependency-import-check", "error",
                ],
                repository.root,
            )
        if built.returncode != 0:
            output = (built.stderr + built.stdout).strip().splitlines()
            found += [f"{package.name}: {line}" for line in output[:40]]
    return found
