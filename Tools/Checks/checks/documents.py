"""DOCS.md lists every page with its first sentence, no link leads nowhere, and samples are the files they name."""

import re
import urllib.parse

from . import picture
from .repository import run

INDEX = "DOCS.md"
# People write what stands above this line; the list below it is made from the pages.
MARK = "<!-- pages: written by Tools/Checks/run-lint --documents -->\n"
HEAD = f"# Documentation\n\n{MARK}"
OVERVIEW = "README.md"
# The most lines that the overview may have.
OVERVIEW_LINES = 120
# The groups, in reading order: a heading, and the beginning of the paths.
GROUPS = (
    ("The project", ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    ("Models", ("Packages/Macros/", "Packages/Core/README.md", "Packages/Core/Sources/StrataModels/")),
    ("Domain stores", ("Packages/Stores/",)),
    ("Update stores", ("Packages/Updates/",)),
    ("Sources", ("Packages/Sources/",)),
    ("One store", ("Packages/OneStore/",)),
    ("Several of these in one program", ("Packages/Bridges/",)),
    ("Tests", ("Packages/Testing/",)),
    ("Recordings", ("Packages/Inspector/",)),
    (
        "What these stand on",
        (
            "Packages/Concurrency/", "Packages/Dependencies/", "Packages/Events/",
            "Packages/Extensions/", "Packages/Core/Sources/StrataRendering/",
            "Packages/Core/Sources/StrataCore/",
        ),
    ),
    ("Programs", ("Apps/",)),
    ("Measurements and checks", ("Tools/", "Tests/")),
)
LINK = re.compile(r"(?<!!)\[[^\]\[]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
# A block of Swift that is a file of the repository, word for word.
SAMPLE = re.compile(r"^<!-- sample: (\S+) -->\n(```swift\n(.*?)^```)?", re.DOTALL | re.MULTILINE)
# A table whose second column has messages, and the folder of the tests that hold them.
MESSAGES = re.compile(r"^<!-- messages: (\S+) -->\n((?:\|.*\n)+)", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def findings(repository):
    pages = tracked(repository)
    text = index(repository, pages)
    path = repository.root / INDEX
    if not is_text(path, text):
        yield f"{INDEX}: is not what the pages say; run Tools/Checks/run-lint --documents"
    for name in pages:
        yield from dead_links(repository, name)
        yield from changed_samples(repository, name)
        yield from untested_messages(repository, name)
    yield from missing_overviews(repository)
    drawing = repository.root / picture.FILE
    if drawing.parent.is_dir() and not is_text(drawing, picture.svg()):
        yield f"{picture.FILE}: is not what is drawn; run Tools/Checks/run-lint --documents"


def missing_overviews(repository):
    """Each package has an overview, and that of the repository is short."""
    for package in repository.packages("Packages"):
        if not (package.folder / OVERVIEW).exists():
            yield f"{package.name}: has no {OVERVIEW} with its smallest program"
    overview = repository.root / OVERVIEW
    lines = overview.read_text(encoding="utf-8").count("\n") if overview.exists() else 0
    if lines > OVERVIEW_LINES:
        yield f"{OVERVIEW}: {lines} lines; it has at most {OVERVIEW_LINES}"


def changed_samples(repository, name):
    """Samples that differ from the files that they name."""
    text = (repository.root / name).read_text(encoding="utf-8")
    for found in SAMPLE.finditer(text):
        file = repository.root / found[1]
        if not file.is_file():
            yield f"{name}: there is no {found[1]} for its sample"
        elif found[3] != file.read_text(encoding="utf-8"):
            yield f"{name}: the sample is not {found[1]}"


def untested_messages(repository, name):
    """Messages of a table that no test in the folder named above the table contains."""
    text = (repository.root / name).read_text(encoding="utf-8")
    for found in MESSAGES.finditer(text):
        files = sorted((repository.root / found[1]).rglob("*.swift"))
        tests = "".join(file.read_text(encoding="utf-8") for file in files)
        # A literal of several lines: its line breaks are escaped, and its indentation is none of it.
        tests = re.sub(r"\\\n\s*", "", tests)
        for row in found[2].splitlines()[2:]:
            message = row.split("|")[2].strip().strip("`")
            if message not in tests:
                yield f"{name}: no test in {found[1]} contains the message {message}"


def apply(repository):
    """Writes the index, and the picture of the overview."""
    (repository.root / INDEX).write_text(
        index(repository, tracked(repository)), encoding="utf-8"
    )
    drawing = repository.root / picture.FILE
    if drawing.parent.is_dir():
        drawing.write_text(picture.svg(), encoding="utf-8")


def is_text(path, text):
    """Whether a file exists and contains a text."""
    return path.exists() and path.read_text(encoding="utf-8") == text


def tracked(repository):
    listed = run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard", "*.md"], repository.root
    )
    names = {name for name in listed.stdout.split("\0") if name}
    return sorted(name for name in names if (repository.root / name).is_file())


def index(repository, pages):
    lines = [written(repository)]
    rest = [name for name in pages if name != INDEX and not name.startswith(".github/")]
    for title, beginnings in GROUPS:
        found = [name for start in beginnings for name in rest if name.startswith(start)]
        rest = [name for name in rest if name not in found]
        if found:
            lines.append(f"\n## All pages: {title[0].lower()}{title[1:]}\n\n")
            lines += [entry(repository, name) for name in arranged(found)]
    if rest:
        lines.append("\n## All pages: others\n\n")
        lines += [entry(repository, name) for name in rest]
    return "".join(lines)


def written(repository):
    """The part of the index that people write, with the mark at its end."""
    path = repository.root / INDEX
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    head, mark, _ = text.partition(MARK)
    return head + mark if mark else HEAD


def arranged(names):
    """The overview of a module before its other pages, and the first steps behind it."""

    def key(name):
        folder, _, file = name.rpartition("/")
        is_overview = folder.endswith(f"{file[:-3]}.docc")
        return folder, not is_overview, file != "GettingStarted.md", file

    order = {name.rpartition("/")[0]: place for place, name in reversed(list(enumerate(names)))}
    return sorted(names, key=lambda name: (order[name.rpartition("/")[0]], *key(name)))


def entry(repository, name):
    title, words = summary((repository.root / name).read_text(encoding="utf-8"))
    target = urllib.parse.quote(name)
    return f"- [{title or name}]({target})" + (f": {words}\n" if words else "\n")


def summary(text):
    """The title of a page, and its first paragraph's first sentence."""
    title, words = "", []
    for line in text.splitlines():
        if not title:
            if line.startswith("# "):
                title = line[2:].replace("`", "").strip()
            continue
        if not line.strip() or line.startswith(("#", "|", "```", "<", "@", "-", ">", "[!")):
            if words:
                break
            continue
        words.append(line.strip())
    sentence = re.split(r"(?<=[.!?]) ", " ".join(words), maxsplit=1)[0]
    sentence = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence)
    return title, sentence.rstrip(":")


def dead_links(repository, name):
    text = CODE.sub("", (repository.root / name).read_text(encoding="utf-8"))
    folder = (repository.root / name).parent
    for found in LINK.finditer(text):
        target = urllib.parse.unquote((found[1] or found[2]).split("#")[0])
        if not target or re.match(r"[a-z][a-z+.-]*:", target):
            continue
        if not (folder / target).exists():
            yield f"{name}: links {target}, which is not there"
