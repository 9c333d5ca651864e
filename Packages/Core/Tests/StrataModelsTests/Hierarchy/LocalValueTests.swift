import Observation
import StrataConcurrency
import StrataCore
import StrataModels
import Testing

@Suite struct LocalValueTests {
  @Test func belongToOneModelAndAreTheDefaultUntilSet() {
    let (one, other) = (Spot("one"), Spot("other"))
    let root = Spot("root", kids: [one, other]).withAnchor()
    one.node.local.isExpanded = true
    #expect(one.node.local.isExpanded)
    #expect(!other.node.local.isExpanded)
    #expect(!root.node.local.isExpanded)
    one.node.removeLocal(\.isExpanded)
    #expect(!one.node.local.isExpanded)
  }

  @Test func areObservedFromBeforeTheyAreSet() {
    let model = Spot("model").withAnchor()
    let first = Watched { model.node.local.isExpanded }
    model.node.local.isExpanded = false
    #expect(!first.hasChanged)
    model.node.local.isExpanded = true
    #expect(first.hasChanged)
    let second = Watched { model.node.local.isExpanded }
    model.node.local.words.append("two")
    model.name = "other"
    #expect(!second.hasChanged)
    model.node.removeLocal(\.isExpanded)
    #expect(second.hasChanged)
  }

  @Test func areReadByObserversFromBeforeTheModelJoins() {
    let (root, draft, log) = (Spot("root").withAnchor(), Spot("draft"), Log())
    root.node.onChange(of: draft.node.local.isExpanded, initial: false) { log.add("\($1)") }
    draft.node.local.isExpanded = true
    #expect(log.entries == [])
    root.kids = [draft]
    #expect(log.entries == ["true"])
    draft.node.local.isExpanded = false
    #expect(log.entries == ["true", "false"])
  }

  @Test func areChangedInPlace() {
    let model = Spot("model").withAnchor()
    model.node.local.words.append("two")
    model.node.local.isExpanded.toggle()
    #expect(model.node.local.words == ["one", "two"])
    #expect(model.node.local.isExpanded)
  }

  @Test func areSeenBySwiftsObservation() {
    let model = Spot("model").withAnchor()
    let log = Log()
    withObservationTracking {
      _ = model.node.local.isExpanded
    } onChange: {
      log.add("changed")
    }
    model.node.local.isExpanded = true
    #expect(log.entries == ["changed"])
  }

  @Test func comeAlongIntoATreeAndEndWithTheLife() {
    let kid = Spot("kid")
    kid.node.local.isExpanded = true
    let root = Spot("root").withAnchor()
    root.kids = [kid]
    #expect(kid.node.local.isExpanded)
    root.kids = []
    root.kids = [kid]
    #expect(!kid.node.local.isExpanded)
  }

  @Test func changesNameTheValue() {
    let model = Spot("model").withAnchor()
    let log = Log()
    let recording = model.node.context.recordChanges(at: .thisLine()) { change in
      guard let attachment = change.context.layout.attachment else { return }
      log.add(
        "\(attachment.family.name).\(attachment.name) \(change.context.attachmentOwner?.layout.name ?? "")"
      )
    }
    model.node.local.isExpanded = true
    model.node.environment.theme = "dark"
    model.node.preference.total = 3
    #expect(
      log.entries == ["local.isExpanded Spot", "environment.theme Spot", "preference.total Spot"]
    )
    withExtendedLifetime(recording) {}
  }

  @Test func frozenCopiesKeepThem() {
    let model = Spot("model").withAnchor()
    model.node.local.isExpanded = true
    let copy = model.frozenCopy
    model.node.local.isExpanded = false
    #expect(copy.node.local.isExpanded)
    #expect(reports { copy.node.local.isExpanded = false }.count == 1)
  }
}
