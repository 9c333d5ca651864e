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

  @Test func aLongDurationMayHaveLostAsMuchAsItsJobIsOld() {
    func found(_ asked: Duration, lost microseconds: Int64, since age: Int64) -> Duration {
      LostTime.duration(
        asked - .microseconds(microseconds),
        lost: .zero,
        since: .microseconds(age)
      )
    }
    #expect(found(.seconds(60), lost: 900, since: 1_000) == .seconds(60))
    #expect(found(.seconds(60), lost: 900, since: 500) == .seconds(60) - .microseconds(900))
    #expect(found(.seconds(7), lost: 900, since: 1_000) == .seconds(7))
    #expect(found(.milliseconds(5), lost: 300, since: 400) == .milliseconds(5))
    // Half a millisecond is a duration that one writes.
    #expect(found(.microseconds(5_500), lost: 0, since: 900) == .microseconds(5_500))
    #expect(found(.microseconds(700), lost: 0, since: 900) == .microseconds(700))
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
