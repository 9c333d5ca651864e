import BoardModels
import ProgramText
import StrataExtensions
import StrataOneStore
import StrataRendering

/// The columns of a board side by side.
///
/// It reads the models, so it shows the state that the store lets views see.
struct BoardView: HeadlessView, Sendable {
  typealias Body = Never

  @ObservedModel var model: BoardModel
  /// The width of a line, in columns of the terminal.
  let width: Int
  /// How many cards of a column are shown; `nil` for all.
  let limit: Int?
  let today: Day

  init(model: BoardModel, width: Int, limit: Int?, today: Day) {
    _model = ObservedModel(wrappedValue: model)
    self.width = max(10, width)
    self.limit = limit
    self.today = today
  }

  private static let separator = " │ "
  private static let narrowest = 16

  var lines: [String] {
    let cards = model.cards
    let columns = Array(model.$columns)
    let count = "\(cards.count) \(cards.count == 1 ? "card" : "cards")"
    var lines = [
      DisplayText.cut(DisplayText.printable("\(model.title) · \(count)"), to: width), "",
    ]
    if columns.isEmpty { lines.append("There is no column; `board column add NAME` makes one.") }
    let gap = Self.separator.count
    let most = max(1, (width + gap) / (Self.narrowest + gap))
    // As few bands as possible, with the same number of columns in each.
    let bands = (columns.count + most - 1) / most
    let perBand = max(1, bands == 0 ? 1 : (columns.count + bands - 1) / bands)
    let cells = (width - gap * (perBand - 1)) / perBand
    for start in stride(from: 0, to: columns.count, by: perBand) {
      if start > 0 { lines.append("") }
      let band = columns[start..<min(start + perBand, columns.count)]
      lines += Self.sideBySide(band.map { cell(of: $0, cards, cells) }, cells)
    }
    return lines
  }

  private static func sideBySide(_ columns: [[String]], _ cells: Int) -> [String] {
    let height = columns.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let parts = columns.map { DisplayText.fit(row < $0.count ? $0[row] : "", to: cells) }
      let line = parts.joined(separator: separator)
      return line.withoutTrailingSpaces
    }
  }

  /// The lines of a column.
  private func cell(
    of column: ColumnModel,
    _ cards: [Int: CardModel.State],
    _ cells: Int
  ) -> [String] {
    let ids = column.cards
    let count =
      column.limit.map { "\(ids.count)/\($0)\(ids.count > $0 ? " !" : "")" } ?? "\(ids.count)"
    let room = max(1, cells - count.count - 3)
    let name = DisplayText.cut(DisplayText.printable(column.name), to: room)
    var lines = ["\(name) (\(count))", String(repeating: "─", count: cells)]
    let shown = ids.prefix(limit ?? .max)
    for id in shown {
      guard let card = cards[id] else { continue }
      let report = CardReport(card: card, column: "", today: today)
      lines.append(DisplayText.cut(DisplayText.printable("#\(id) \(card.title)"), to: cells))
      let details = report.details
      if !details.isEmpty { lines.append(DisplayText.cut("  \(details)", to: cells)) }
    }
    let rest = ids.count - shown.count
    if rest > 0 { lines.append(DisplayText.cut("… \(rest) more", to: cells)) }
    return lines
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == 0x20 {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }
}
