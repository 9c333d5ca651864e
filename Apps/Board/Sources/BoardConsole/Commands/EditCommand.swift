import ArgumentParser
import BoardModels
import StrataOneStore

/// `board edit`.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a card.",
    discussion: """
      Examples:
        board edit 12 --title "Write the annual report" --due 2026-12-24
        board edit 12 --label urgent --remove-label later --no-due
        board edit 12 --item "Ask Ada" --remove-item 1
      """
  )

  @Argument(help: "The card's number.")
  var card: CardNumber

  @Option(name: .shortAndLong, help: "Another title.")
  var title: String?

  @Option(name: .long, help: "Another text; an empty one removes it.")
  var text: String?

  @Option(name: .shortAndLong, help: "Add a label; may be given several times.")
  var label: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Remove a label; may be given several times.", valueName: "label")
  )
  var removeLabel: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("When it is due: \(DayArgument.help).", valueName: "day")
  )
  var due: DayArgument?

  @Flag(name: .long, help: "It is not due any more.")
  var noDue = false

  @Option(name: .shortAndLong, help: "Add a line to the checklist; may be given several times.")
  var item: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Remove a line of the checklist; may be given several times.",
      valueName: "number"
    )
  )
  var removeItem: [Count] = []

  @OptionGroup var options: ChangeOptions

  func validate() throws {
    if due != nil, noDue { throw ValidationError("--due and --no-due exclude each other.") }
  }

  func run() throws {
    try options.change { desk, note in
      let old = try desk.board.card(card.id)
      let edit = try edit(of: old)
      guard !edit.isEmpty else {
        throw BoardFault("Nothing of the card would change; see `board edit --help`.")
      }
      return try desk.change([.editCard(id: card.id, edit)], note)
    }
  }

  private func edit(of old: CardModel.State) throws(BoardFault) -> CardEdit {
    var edit = CardEdit()
    if let title, title != old.title { edit.title = title }
    if let text, text != old.text { edit.text = text }
    for label in removeLabel where !old.labels.contains(label) {
      throw BoardFault("The card #\(old.id) has no label \"\(label)\".", isMissing: true)
    }
    let labels = (old.labels.filter { !removeLabel.contains($0) } + label).uniqued
    if labels != old.labels { edit.labels = labels }
    if noDue, old.due != nil { edit.due = .set(nil) }
    if let day = due?.day, day != old.due { edit.due = .set(day) }
    for number in removeItem where number.number > old.items.count {
      throw BoardFault("The card #\(old.id) has no item \(number.number).", isMissing: true)
    }
    let removed = Set(removeItem.map { $0.number - 1 })
    let kept = old.items.indices.filter { !removed.contains($0) }.map { old.items[$0] }
    let items = kept + item.map { ChecklistItem(text: $0) }
    if items != old.items { edit.items = items }
    return edit
  }
}
