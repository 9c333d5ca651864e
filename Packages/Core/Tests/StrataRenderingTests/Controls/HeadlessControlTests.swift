import StrataConcurrency
import StrataRendering
import Testing

private struct Form: HeadlessView {
  let log: Locked<[String]>
  var isOpen = true

  private var name: HeadlessBinding<String> {
    HeadlessBinding(get: { "ada" }, set: { [log] text in log.withLock { $0.append(text) } })
  }

  var body: some HeadlessView {
    HeadlessVStack {
      HeadlessText("Form")
      HeadlessTextField("Name", text: name)
      if isOpen {
        HeadlessButton("Save") { log.withLock { $0.append("save") } }
      }
      HeadlessHStack {
        for number in 1...2 {
          HeadlessButton(
            action: { log.withLock { $0.append("row \(number)") } },
            label: { HeadlessText("Row \(number)") }
          )
        }
      }
    }
  }
}

@Suite struct HeadlessControlTests {
  @Test func controlsAreUsedByTheirWords() {
    let form = Form(log: Locked([], rank: .leaf))
    #expect(form.lines == ["Form", "Name: ada", "[Save]", "[Row 1] [Row 2]"])
    #expect(form.press("Save"))
    #expect(form.press("Row 2"))
    #expect(form.enter("grace", into: "Name"))
    #expect(form.log.withLock { $0 } == ["save", "row 2", "grace"])
  }

  @Test func whatIsNotThereIsNotUsed() {
    let form = Form(log: Locked([], rank: .leaf), isOpen: false)
    #expect(!form.press("Save"))
    #expect(!form.press("Name"))
    #expect(!form.enter("x", into: "Row 1"))
    #expect(form.log.withLock { $0 }.isEmpty)
    #expect(form.controls.map(\.name) == ["Name", "Row 1", "Row 2"])
  }
}
