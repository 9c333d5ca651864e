import StrataRendering
import Testing

@testable import StrataUpdates

/// The state that an effect and its actions share.
@Suite struct EffectLifeTests {
  @Test func actionsWaitUntilTheyAreHandledOrDropped() {
    let life = EffectLife()
    #expect(!life.hasWaitingActions)
    life.addAction()
    life.addAction()
    life.removeAction()
    #expect(life.hasWaitingActions)
    StoreJob<Int>.action(1, .effect, life, .current).drop()
    #expect(!life.hasWaitingActions)
    life.cancel()
    #expect(life.isCancelled)
  }
}
