import StrataConcurrency
import StrataDependencies
import Testing

@testable import StrataCore

/// The contexts that models as dependencies are attached to.
@Suite struct DependencyHostTests {
  private let root = Kid("root")
  private let kid = Kid("kid")

  private func anchored() -> Anchor {
    root.kids = [kid]
    return Anchor(root.context)
  }

  /// Its tree has no overrides, so the defaults apply, and not those of the remover.
  @Test func aContextThatIsEndingHasTheDependenciesOfItsLastPosition() {
    let anchor = anchored()
    let log = Log()
    kid.context.work.onCancel { [kid] in log.add("\(kid.context.dependencies.context)") }
    withDependencies {
      $0.context = .preview
    } operation: {
      root.kids = []
    }
    #expect(log.all == ["\(DependencyValues().context)"])
    withExtendedLifetime(anchor) {}
  }

  @Test func withoutChangedDependenciesTheHostIsTheRoot() {
    let anchor = anchored()
    #expect(kid.context.dependencyHost { _ in false } === root.context)
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: [false, true])
  func aContextThatChangesDependenciesIsTheHostOfThoseThatDifferAboveIt(isSame: Bool) {
    kid.context.updateDependencies { _ in }
    let anchor = anchored()
    #expect(kid.context.dependencyHost { _ in isSame } === (isSame ? root : kid).context)
    withExtendedLifetime(anchor) {}
  }

  @Test func aUseIsOfOnePositionUntilItIsRecordedAgain() {
    let (hosted, other) = (Kid("hosted"), Kid("other"))
    other.context.updateDependencies { _ in }
    root.only = other
    let anchor = anchored()
    _ = root.context.host(hosted.context, handle: nil)
    for _ in 0..<2 {
      kid.context.noteUse(of: hosted.context)
      #expect(kid.context.uses(hosted.context))
    }
    root.context.transaction {
      root.kids = []
      other.kids = [kid]
    }
    #expect(!kid.context.uses(hosted.context))
    kid.context.noteUse(of: hosted.context)
    #expect(kid.context.uses(hosted.context))
    withExtendedLifetime(anchor) {}
  }
}
