import StrataExtensions
import Testing

/// The sample of the module's landing page, as it stands there.
@Suite struct LandingPageTests {
  struct Row: Identifiable {
    let id: Int
    var title: String
  }

  enum Screen: CasePathable {
    case list
    case edit(Row)

    struct AllCasePaths: Sendable {
      var edit: CasePath<Screen, Row> {
        CasePath(embed: Screen.edit) { if case .edit(let row) = $0 { row } else { nil } }
      }
      var list: CasePath<Screen, Void> {
        CasePath(.list) { if case .list = $0 { true } else { false } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func printsWhatItSays() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    let before = rows
    rows[id: 2]?.title = "Deux"

    var screen = Screen.edit(rows[0])
    screen.modify(\.edit) { $0.title += "!" }
    #expect(screen[case: \.edit.title] == "One!")

    #expect(
      ValueDiff().text(from: before, to: rows) == """
          [
            … 1 unchanged
            [id: 2]: Row(
              id: 2
        -     title: "Two"
        +     title: "Deux"
            )
          ]
        """
    )
  }
}
