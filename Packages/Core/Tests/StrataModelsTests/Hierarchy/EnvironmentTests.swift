import StrataCore
import StrataModels
import Testing

@Suite struct EnvironmentTests {
  @Test func theNearestPlaceAboveCounts() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf])
    let root = Spot("root", kids: [middle, Spot("other")]).withAnchor()
    #expect(leaf.node.environment.theme == "light")
    root.node.environment.theme = "dark"
    #expect(leaf.node.environment.theme == "dark")
    middle.node.environment.theme = "blue"
    #expect(leaf.node.environment.theme == "blue")
    #expect(middle.node.environment.theme == "blue")
    #expect(root.node.environment.theme == "dark")
    #expect(root.kids[1].node.environment.theme == "dark")
    middle.node.removeEnvironment(\.theme)
    #expect(leaf.node.environment.theme == "dark")
    root.node.removeEnvironment(\.theme)
    #expect(leaf.node.environment.theme == "light")
  }

  @Test func readersAreToldOfWhatConcernsThem() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf])
    let aside = Spot("aside")
    let root = Spot("root", kids: [middle, aside]).withAnchor()
    let first = Watched { leaf.node.environment.theme }
    aside.node.environment.theme = "red"
    leaf.node.environment.level = 1
    #expect(!first.hasChanged)
    root.node.environment.theme = "dark"
    #expect(first.hasChanged)

    let second = Watched { leaf.node.environment.theme }
    root.node.environment.theme = "dark"
    #expect(!second.hasChanged)
    middle.node.environment.theme = "blue"
    #expect(second.hasChanged)

    let third = Watched { leaf.node.environment.theme }
    root.node.environment.theme = "black"
    #expect(!third.hasChanged)
    middle.node.removeEnvironment(\.theme)
    #expect(third.hasChanged)
    #expect(leaf.node.environment.theme == "black")
  }

  @Test func whoHasANearerValueIsNotToldOfTheFirstOneFurtherUp() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf])
    let root = Spot("root", kids: [middle]).withAnchor()
    middle.node.environment.theme = "blue"
    let reading = Watched { leaf.node.environment.theme }
    root.node.environment.theme = "dark"
    #expect(!reading.hasChanged)
    #expect(leaf.node.environment.theme == "blue")
  }

  @Test func readersAreToldOfAMove() {
    let leaf = Spot("leaf")
    let (dark, blue) = (Spot("dark", kids: [Spot("middle", kids: [leaf])]), Spot("blue"))
    let root = Spot("root", kids: [dark, blue]).withAnchor()
    dark.node.environment.theme = "dark"
    blue.node.environment.theme = "blue"
    let reading = Watched { leaf.node.environment.theme }
    #expect(reading.value == "dark")
    root.node.transaction {
      let middle = dark.kids.removeFirst()
      blue.kids.append(middle)
    }
    #expect(reading.hasChanged)
    #expect(leaf.node.environment.theme == "blue")
  }

  @Test func ofSeveralParentsTheNearestAndTheFirstCount() {
    let shared = Spot("shared")
    let (one, other) = (Spot("one", kids: [shared]), Spot("other", kids: [shared]))
    let root = Spot("root", kids: [one, other]).withAnchor()
    root.node.environment.theme = "far"
    let first = Watched { shared.node.environment.theme }
    other.node.environment.theme = "other"
    #expect(first.hasChanged)
    #expect(shared.node.environment.theme == "other")
    one.node.environment.theme = "one"
    #expect(shared.node.environment.theme == "one")
    let second = Watched { shared.node.environment.theme }
    one.kids = []
    #expect(second.hasChanged)
    #expect(shared.node.environment.theme == "other")
  }

  @Test func watchesNoContextInBetween() {
    let leaf = Spot("leaf")
    let root = (0..<10).reduce(leaf) { below, _ in Spot("level", kids: [below]) }.withAnchor()
    root.node.environment.theme = "dark"
    let reading = Watched { leaf.node.environment.theme }
    var context = leaf.node.context
    for _ in 0..<9 {
      context = context.eventParents[0]
      #expect(context.attachments.isEmpty)
      #expect(context.observerSites.isEmpty)
    }
    #expect(!reading.hasChanged)
    root.node.environment.theme = "black"
    #expect(reading.hasChanged)
  }

  @Test func aTransactionIsOneChange() {
    let leaf = Spot("leaf")
    let root = Spot("root", kids: [leaf]).withAnchor()
    let log = Log()
    let tracker = Tracker { log.add("changed") }
    tracker.track { _ = leaf.node.environment.theme + leaf.name }
    root.node.transaction {
      root.node.environment.theme = "dark"
      leaf.name = "other"
      #expect(leaf.node.environment.theme == "dark")
      #expect(log.entries.isEmpty)
    }
    #expect(log.entries == ["changed"])
    withExtendedLifetime(tracker) {}
  }

  @Test func isSetBeforeAnchoring() {
    let root = Spot("root", kids: [Spot("kid")])
    root.node.environment.theme = "dark"
    let anchored = root.withAnchor()
    #expect(anchored.kids[0].node.environment.theme == "dark")
  }
}
