import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Model struct Reminder {
  var minutes = 0
  var isDone = false

  func start() {
    let ticks = node.task("tick") {
      while minutes < 90 {
        try await node.continuousClock.sleep(for: .seconds(60))
        minutes += 1
      }
      isDone = true
    } catch: { _ in
    }
    ticks.cancel(for: "tick")
  }

  func stop() { node.cancelAll(for: "tick") }
}

@Test(.simulated()) func aReminderTakesNinetyMinutes() async {
  let reminder = Reminder().withAnchor()
  reminder.start()
  await expect(within: .seconds(5_400)) {
    reminder.minutes == 90
    reminder.isDone
  }
}

@Test(.simulated()) func aReminderThatIsStoppedDoesNotTick() async throws {
  let reminder = Reminder().withAnchor()
  reminder.start()
  try await Task.sleep(for: .seconds(59))
  reminder.stop()
  try await Task.sleep(for: .seconds(120))
  await expect(reminder.minutes == 0)
}

@Sendable func testingATimer() async throws {
  try await withTestScope { await aReminderTakesNinetyMinutes() }
  try await withTestScope { try await aReminderThatIsStoppedDoesNotTick() }
}
