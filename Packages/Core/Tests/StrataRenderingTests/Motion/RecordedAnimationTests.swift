import StrataRendering
import Testing

@Suite struct RecordedAnimationTests {
  @Test func saysWhatWasAskedFor() {
    #expect(RecordedAnimation.easeInOut(duration: 0.5).delay(1).duration == .seconds(0.5))
    #expect(RecordedAnimation.linear.description == "linear")
    #expect(
      RecordedAnimation.linear(duration: 2) == RecordedAnimation(.linear, duration: .seconds(2))
    )
  }

  @Test func transactionsNestAndEnd() {
    #expect(RecordedTransaction.current.animation == nil)
    withRecordedAnimation(.spring) {
      #expect(RecordedTransaction.current.animation == .spring)
      withRecordedAnimation(nil) { #expect(RecordedTransaction.current.animation == nil) }
      #expect(RecordedTransaction.current.animation == .spring)
    }
    #expect(RecordedTransaction.current.animation == nil)
  }

  @Test func aTransactionMayLeaveAnimationsOut() {
    var transaction = RecordedTransaction()
    transaction.disablesAnimations = true
    transaction.run {
      withRecordedAnimation(.spring) { #expect(RecordedTransaction.current.animation == nil) }
    }
  }
}
