"""The picture of the overview: one write, what is computed from it, and which code is notified."""

import html

FILE = "Packages/Core/Sources/StrataModels/StrataModels.docc/one-write.svg"
TITLE = "One write: the values that depend on it, and the observers that are notified"
WIDTH, HEIGHT = 760, 250
STYLE = """\
  <style>
    text { font: 14px system-ui, sans-serif; fill: #1d2733; }
    .code { font: 13px ui-monospace, Menlo, monospace; }
    .small { font-size: 12px; fill: #55606d; }
    .box { fill: #f4f6f9; stroke: #9aa5b1; }
    .changed { fill: #fff1d6; stroke: #b7791f; }
    .told { fill: #e3f4e6; stroke: #2f855a; }
    .arrow { stroke: #55606d; stroke-width: 1.5; fill: none; marker-end: url(#end); }
    .idle { stroke: #b6bec8; stroke-dasharray: 4 4; }
  </style>
  <defs>
    <marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0 0 L8 4 L0 8 z" fill="#55606d"/>
    </marker>
  </defs>
"""
# (left, top, width, class, first line, second line)
BOXES = (
    (20, 62, 168, "box", "counters[0].count += 1", "any thread writes"),
    (238, 62, 150, "changed", "counters[0].count", "0 → 1"),
    (238, 162, 150, "box", "counters[1].count", "0, unchanged"),
    (430, 62, 150, "changed", "board.sum", "0 → 1, computed once"),
    (618, 62, 122, "told", "onChange(of: sum)", "notified"),
    (618, 162, 122, "box", "a view of row 1", "not notified"),
)
BOX_HEIGHT = 56
# (x, y, x, y, class)
ARROWS = (
    (188, 90, 236, 90, "arrow"),
    (388, 90, 428, 90, "arrow"),
    (580, 90, 616, 90, "arrow"),
    (388, 176, 456, 120, "arrow idle"),
    (388, 196, 616, 196, "arrow idle"),
)
HEADINGS = ((20, "a write"), (238, "state"), (430, "computed"), (618, "observers"))


def svg():
    """The picture as text."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{html.escape(TITLE)}">\n',
        STYLE,
        f'  <rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>\n',
    ]
    for left, words in HEADINGS:
        lines.append(f'  <text class="small" x="{left}" y="40">{words}</text>\n')
    for x, y, to_x, to_y, kind in ARROWS:
        lines.append(f'  <path class="{kind}" d="M{x} {y} L{to_x} {to_y}"/>\n')
    for box in BOXES:
        lines += drawn(*box)
    return "".join([*lines, "</svg>\n"])


def fitted(words, width):
    """The length of a text that some fonts would draw past its box."""
    is_long = len(words) * 8 > width
    return f' textLength="{width}" lengthAdjust="spacingAndGlyphs"' if is_long else ""


def drawn(left, top, width, kind, first, second):
    middle = left + width / 2
    return [
        f'  <rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{BOX_HEIGHT}" rx="6"/>\n',
        f'  <text class="code" x="{middle:g}" y="{top + 24}" text-anchor="middle"'
        f"{fitted(first, width - 16)}>{html.escape(first)}</text>\n",
        f'  <text class="small" x="{middle:g}" y="{top + 44}" text-anchor="middle">'
        f"{html.escape(second)}</text>\n",
    ]
