"""The table of contracts names tests that exist, or says why there is none."""

import re

TABLE = "Tests/FEATURES.md"
ROW = re.compile(r"^\|\s*(?P<id>[A-Z]{2}-B?\d+)\s*\|(?P<words>.*)\|\s*(?P<test>.*?)\s*\|\s*$")
TEST = re.compile(r"^(?P<file>\S+\.swift):\s*(?P<name>.+)$")


def findings(repository):
    table = repository.root / TABLE
    if not table.exists():
        return
    seen = set()
    for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), 1):
        row = ROW.match(line)
        if not row:
            continue
        if row["id"] in seen:
            yield f"{TABLE}:{number}: {row['id']} is there twice"
        seen.add(row["id"])
        for complaint in complaints(repository, row["test"]):
            yield f"{TABLE}:{number}: {row['id']}: {complaint}"


def complaints(repository, cell):
    if re.match(r"open:\s*\S", cell):
        return
    for part in cell.split(";"):
        test = TEST.match(part.strip().strip("`"))
        if not test:
            yield f"neither `open: reason` nor `File.swift: test`: {part.strip()}"
            continue
        file, name = repository.root / test["file"], test["name"].strip("`\"").removesuffix("()")
        if not file.is_file():
            yield f"there is no {test['file']}"
        elif not holds(file.read_text(encoding="utf-8"), name):
            yield f"{test['file']} has no test {name}"


def holds(text, name):
    function = re.search(rf"\bfunc\s+`?{re.escape(name)}`?\s*[(<]", text)
    return function is not None or f'@Test("{name}"' in text
