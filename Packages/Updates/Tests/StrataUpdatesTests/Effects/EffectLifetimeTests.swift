import StrataRendering
import Testing

@testable import StrataUpdates

/// The state that an effect and its actions share.
@Suite struct EffectLifetimeTests {
  @Test func actionsWaitUntilTheyAreHandledOrDropped() {
    let lifetime = EffectLifetime()
    #expect(!lifetime.hasWaitingActions)
    lifetime.addAction()
    lifetime.addAction()
    lifetime.removeAction()
    #expect(lifetime.hasWaitingActions)
    StoreJob<Int>.action(1, .effect, lifetime, .current).drop()
    #expect(!lifetime.hasWaitingActions)
    lifetime.cancel()
    #expect(lifetime.isCancelled)
  }
}
