import StrataModels
import Testing

@testable import StrataCore

/// Changes of dependencies that come after the context has joined a tree.
@Suite struct LateUpdateTests {
  private let child = Logged("c", Log())

  private func fact(_ context: Context) -> String { context.dependencies.factClient.fetch(1) }

  private func update(_ context: Context) {
    context.updateDependencies { $0.factClient.fetch = { "\($0) is late" } }
  }

  @Test func onesOfAContextBelowTheRootApplyToItsNewWork() {
    let (root, kid) = (Logged("p", Log(), child: child).node.context, child.node.context)
    let anchor = Anchor(root)
    #expect(fact(kid) == "1 is a test")
    #expect(root.workplace.hasDefaults && kid.workplace.hasDefaults)
    update(kid)
    #expect(fact(root) == "1 is a test")
    #expect(!kid.workplace.hasDefaults)
    #expect(fact(kid) == "1 is late")
    withExtendedLifetime(anchor) {}
  }

  @Test func onesOfTheRootApplyToTheNewWorkOfAllContexts() {
    let (root, kid) = (Logged("p", Log(), child: child).node.context, child.node.context)
    let anchor = Anchor(root)
    #expect(fact(kid) == "1 is a test")
    update(root)
    #expect(!root.workplace.hasDefaults && !kid.workplace.hasDefaults)
    #expect(fact(root) == "1 is late" && fact(kid) == "1 is late")
    #expect(!root.workplace.hasDefaults && !kid.workplace.hasDefaults)
    withExtendedLifetime(anchor) {}
  }

  @Test func aRootWithOpenChangesStoresNoDefaults() {
    let root = Logged("p", Log()).node.context
    let anchor = Anchor(root)
    update(root)
    // As by a reader that found no changes before.
    root.keepAtRoot(DependencyValues())
    #expect(!root.workplace.hasDefaults)
    #expect(fact(root) == "1 is late")
    withExtendedLifetime(anchor) {}
  }
}
