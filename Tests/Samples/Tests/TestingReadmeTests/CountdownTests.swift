import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Model struct Countdown {
  var seconds = 3

  func start() {
    node.task {
      while seconds > 0 {
        try await node.continuousClock.sleep(for: .seconds(1))
        seconds -= 1
      }
    } catch: { _ in
    }
  }
}

@Test(.simulated()) func aCountdownEndsAtZero() async {
  let countdown = Countdown().withAnchor()
  countdown.start()
  await expect(within: .seconds(3)) { countdown.seconds == 0 }
}
