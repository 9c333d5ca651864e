"""The house rules for sources beyond format: proofs, lengths, names."""

import re

from . import swift_source

HATCH = re.compile(
    r"@unchecked\s+Sendable|\bnonisolated\(unsafe\)|\bunowned\(unsafe\)|\bunsafeBitCast\b|"
    r"\bunsafeDowncast\b|\bUnmanaged\b"
)
# swift-format sees these too; here they are found also where a file switches its rule off.
FORCED = re.compile(r"\btry!|\bas!|(?<=[\w)\]}])!(?![=\w(])")
EMPTY_NAME = re.compile(r"(Utilit(y|ies)|Helpers?|Common|Internals?|Misc|Support)\.swift$")
PROOF_LINES = 6
FILE_LINES = 500
FUNCTION_LINES = 60


def is_test(name):
    return "/Tests/" in f"/{name}"


def findings(repository):
    """Reads the sources; tests are held to the proofs alone."""
    found = []
    for file in repository.files("*.swift"):
        name = repository.relative(file)
        text = file.read_text(encoding="utf-8")
        source = swift_source.code(text)
        found += [f"{name}:{finding}" for finding in unproven(text, source)]
        if is_test(name) or file.name == "Package.swift":
            continue
        found += [f"{name}:{finding}" for finding in forced(source)]
        found += [f"{name}:{finding}" for finding in too_long(text, source)]
        if EMPTY_NAME.search(name):
            found.append(f"{name}:1: a name that says nothing about what is inside")
    return found


def unproven(text, source):
    lines = text.split("\n")
    for number, line in enumerate(source.split("\n"), 1):
        hatch = HATCH.search(line)
        above = lines[max(0, number - 1 - PROOF_LINES):number]
        if hatch and not any("// SAFETY:" in proof for proof in above):
            where = f"in the {PROOF_LINES} lines above"
            yield f"{number}: {hatch[0]} without a `// SAFETY:` proof {where}"


def forced(source):
    for number, line in enumerate(source.split("\n"), 1):
        force = FORCED.search(line)
        if force and not line.lstrip().startswith("#"):
            yield f"{number}: forced: {line.strip()}"


def too_long(text, source):
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines > FILE_LINES:
        yield f"{FILE_LINES + 1}: {lines} lines; a file has at most {FILE_LINES}"
    for first, what, length in swift_source.bodies(source):
        if length > FUNCTION_LINES:
            yield f"{first}: {what} has {length} lines; a function has at most {FUNCTION_LINES}"
