"""Reads Swift well enough for the checks: what is code, what it imports, how long functions are."""

import re

_STRING = re.compile(r'(#*)("""|")')
_BLANK = re.compile(r"[^\n]")

_ATTRIBUTES = r"(?:@\w+(?:\([^()\n]*\))?[ \t]+)*"
_MODIFIERS = (
    r"(?:(?:public|package|internal|fileprivate|private|open|final|static|class|mutating|"
    r"nonmutating|override|required|convenience|dynamic|indirect|lazy|weak|unowned|consuming|"
    r"borrowing|isolated|nonisolated|unsafe|prefix|postfix|infix|distributed|async)"
    r"(?:\([^()\n]*\))?[ \t]+)*"
)
IMPORT = re.compile(
    r"^[ \t]*(?P<attributes>" + _ATTRIBUTES + r")"
    r"(?:public|package|internal|fileprivate|private)?[ \t]*import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)[ \t]+)?"
    r"(?P<module>\w+)",
    re.M,
)
_DECLARATION = re.compile(
    r"^[ \t]*" + _ATTRIBUTES + _MODIFIERS + r"(?P<what>func[ \t]+[^\s(<]+|init[?!]?(?=[ \t]*[(<])|"
    r"deinit\b|subscript(?=[ \t]*[(<])|var[ \t]+\w+)",
    re.M,
)
_NEXT_DECLARATION = re.compile(
    r"[ \t]*" + _ATTRIBUTES + _MODIFIERS
    + r"(?:func|init|deinit|subscript|var|let|case|struct|class|enum|actor|protocol|extension|"
    r"typealias|associatedtype|import|macro)\b"
)


def code(text):
    """The text with comments and the words inside strings blanked; lines and columns stay.

    Code inside an interpolation stays code.
    """
    out = []
    _code(text, 0, out, until=None)
    return "".join(out)


def _blank(part):
    return _BLANK.sub(" ", part)


def _code(text, at, out, until):
    """Copies code from `at` on, up to the end or the parenthesis that closes an interpolation."""
    depth = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            out.append(_blank(text[at:end]))
            at = end
            continue
        if text.startswith("/*", at):
            end = _comment_end(text, at)
            out.append(_blank(text[at:end]))
            at = end
            continue
        string = _STRING.match(text, at)
        if string:
            at = _string(text, at, string, out)
            continue
        character = text[at]
        if until and character == "(":
            depth += 1
        elif until and character == ")":
            if depth == 0:
                return at
            depth -= 1
        out.append(character)
        at += 1
    return at


def _comment_end(text, at):
    """The end of a block comment; they nest."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def _string(text, at, opening, out):
    """Copies a string literal with its words blanked, and gives back where it ends."""
    pounds, quotes = opening[1], opening[2]
    closing, escape = quotes + pounds, "\\" + pounds
    out.append(opening[0])
    at = opening.end()
    while at < len(text):
        if text.startswith(closing, at):
            out.append(closing)
            return at + len(closing)
        if text.startswith(escape + "(", at):
            out.append(_blank(escape) + "(")
            at = _code(text, at + len(escape) + 1, out, until=")")
        elif text.startswith(escape, at):
            out.append(_blank(text[at:at + len(escape) + 1]))
            at += len(escape) + 1
        elif text[at] == "\n" and quotes == '"':
            return at
        else:
            out.append(_blank(text[at]))
            at += 1
    return at


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def imports(source):
    """The imports of blanked code: (line, module, attributes)."""
    for match in IMPORT.finditer(source):
        yield line_of(source, match.start("module")), match["module"], match["attributes"]


def bodies(source):
    """The functions of blanked code that have a body: (first line, what, number of lines)."""
    for match in _DECLARATION.finditer(source):
        opening = _body_start(source, match.end())
        if opening is None:
            continue
        closing = _matching_brace(source, opening)
        if closing is None:
            continue
        first = line_of(source, match.start("what"))
        yield first, " ".join(match["what"].split()), line_of(source, closing) - first + 1


def _body_start(source, at):
    """The brace that opens the body of the declaration, or none when it has no body."""
    depth = 0
    while at < len(source):
        character = source[at]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and character == "{":
            return at
        elif depth == 0 and character in "}=;":
            # A value after `=` is no body; `==` and default values stand inside parentheses or
            # behind `where`, where `==` is the only one.
            if source[at:at + 2] == "==":
                at += 2
                continue
            return None
        elif depth == 0 and character == "\n" and _NEXT_DECLARATION.match(source, at + 1):
            return None
        at += 1
    return None


def _matching_brace(source, at):
    depth = 0
    for mark in re.compile(r"[{}]").finditer(source, at):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return mark.start()
    return None
