import Foundation
import StandupsData

/// Ids that count upwards, so that a test can name them.
final class CountingIDs {
  private var last = 0

  func next() -> UUID {
    last += 1
    return id(last)
  }
}

func id(_ number: Int) -> UUID {
  let digits = String(number)
  let text = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
  return UUID(uuidString: text)!
}

func meeting(_ number: Int, at second: Double, seconds: Int = 600, turns: [Turn] = []) -> Meeting {
  Meeting(
    id: id(number),
    date: Date(timeIntervalSince1970: second),
    seconds: seconds,
    ending: .finished,
    turns: turns
  )
}

func standup(
  _ number: Int,
  _ handle: String,
  title: String? = nil,
  attendees: [String] = [],
  meetings: [Meeting] = []
) -> Standup {
  Standup(
    id: id(number),
    handle: handle,
    title: title ?? handle.capitalized,
    plannedSeconds: 900,
    attendees: attendees.enumerated().map { Attendee(id: id(1000 + $0), name: $1) },
    meetings: meetings
  )
}

/// The error that a closure throws, or `nil`.
func failure(_ body: () throws -> Void) -> StandupsError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StandupsError
  }
}
