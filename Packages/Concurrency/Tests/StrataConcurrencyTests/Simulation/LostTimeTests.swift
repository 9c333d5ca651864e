import Testing

@testable import StrataConcurrency

@Suite struct LostTimeTests {
  @Test func someMicrosecondsAreAlwaysLost() {
    #expect(LostTime.duration(.seconds(1) - .microseconds(30), lost: .zero) == .seconds(1))
    let odd = Duration.milliseconds(46)
    #expect(LostTime.duration(odd - .microseconds(30), lost: .zero) == odd)
  }

  @Test func whatWasLostWhileTheThreadWasInterruptedIsGivenBack() {
    #expect(
      LostTime.duration(.milliseconds(298) - .microseconds(30), lost: .milliseconds(2))
        == .milliseconds(300)
    )
    #expect(
      LostTime.duration(.seconds(1_000) - .milliseconds(37), lost: .milliseconds(40))
        == .seconds(1_000)
    )
  }

  @Test func noMoreIsGivenBackThanMayBeLost() {
    #expect(LostTime.duration(.milliseconds(299), lost: .zero) == .milliseconds(299))
    #expect(LostTime.duration(.milliseconds(-5), lost: .zero) == .zero)
  }

  @Test func aThreadThatRunsLosesNothing() {
    let start = LostTime()
    var sum = 0
    for number in 0..<1_000 { sum &+= number }
    #expect(sum > 0)
    #expect(start.untilNow <= .milliseconds(100))
    #expect(start.untilNow >= .zero)
  }
}

extension LostTimeTests {
  @Test(arguments: [2, 7, 10, 20, 50, 90, 100, 300, 500, 900, 1_000] as [Int64])
  func aShortDurationIsGivenBackAsItWas(microseconds: Int64) {
    let asked = Duration.microseconds(microseconds)
    let found = LostTime.duration(
      asked - .nanoseconds(700),
      lost: .zero,
      since: .microseconds(3)
    )
    #expect(found == asked)
  }

  @Test func aDurationThatIsOverBeforeItIsAskedForIsNone() {
    for nanoseconds in [-5_000, -1, 0, 1, 999] as [Int64] {
      #expect(LostTime.duration(.nanoseconds(nanoseconds), lost: .zero) == .zero)
    }
  }
}
