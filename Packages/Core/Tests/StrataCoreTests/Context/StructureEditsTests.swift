import Testing

@testable import StrataCore

@Suite struct StructureEditsTests {
  @Test func aContainerThatKnowsNoEditsMayHaveChanged() {
    let edits = StructureEdits(whole: [])
    #expect(edits.isChanged && edits.isWhole && edits.isOfContexts)
  }

  @Test func whatComesBackIsNeitherAddedNorRemoved() {
    let (one, two) = (Kid("one").context, Kid("two").context)
    var edits = StructureEdits()
    #expect(!edits.isChanged)
    edits.remove(one)
    edits.add(one)
    edits.add(two)
    edits.remove(two)
    #expect(edits.added.isEmpty && edits.removed.isEmpty)
    #expect(edits.isChanged)
  }
}
