import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Lines: Equatable, Sendable {
  var numbers: [Int] = []
}

private struct Book: Model {
  static let modelLayout = ModelLayout<Book>("Book") { $0.slot("lines", \.lines) }
  var modelNode = ModelNode<Book>()
  var lines: Lines {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: Lines()) }
}

/// What a failed assertion shows of the values that it has read.
@Suite struct ReadTextTests {
  @Test(arguments: [8, 9]) func aValueOfMoreThanTwelveLinesIsCut(count: Int) async {
    let findings = await Findings.of {
      let book = Book().withAnchor()
      book.lines = Lines(numbers: Array(1...count))
      await expect(book.lines.numbers.isEmpty)
    }
    // Four lines are those of the struct and of the array.
    let end = count == 8 ? "        8\n      ]\n    )\n" : "        9\n      ]\n    …\n"
    #expect(findings.messages.first?.contains(end) == true, "\(findings.messages)")
  }
}
