"""Type-checks what is written for Apple's SwiftUI and Combine, where neither is: against their
declarations."""

import shutil

from .repository import PLAN_EACH_TIME, run

# A folder of its own: such modules in a shared one would be found by every target.
BUILD_FOLDER = ".build-swiftui"
PACKAGE = "Tools/Checks/AppleViews"
DECLARED = ("SwiftUI", "Combine")


def findings(repository):
    """The compiler's errors in the libraries and the sample views, where it finds the declarations."""
    modules = repository.root / BUILD_FOLDER / "declarations"
    shutil.rmtree(modules, ignore_errors=True)
    modules.mkdir(parents=True)
    for module in DECLARED:
        declarations = f"{PACKAGE}/Declarations/{module}.swift"
        declared = run(
            [
                "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6",
                "-module-name", module, "-o", str(modules / f"{module}.swiftmodule"), declarations,
            ],
            repository.root,
        )
        if declared.returncode != 0:
            return [f"{declarations}: {line}" for line in declared.stderr.splitlines()[:40]]
    built = run(
        [
            "swift", "build", "--quiet", "--package-path", PACKAGE, "--scratch-path", BUILD_FOLDER,
            PLAN_EACH_TIME, "--target", "AppleViews", "-Xswiftc", "-I", "-Xswiftc", str(modules),
        ],
        repository.root,
    )
    if built.returncode == 0:
        return []
    output = (built.stderr + built.stdout).strip().splitlines()
    return [f"{PACKAGE}: {line}" for line in output[:40]]
