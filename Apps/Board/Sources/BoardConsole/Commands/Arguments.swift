import ArgumentParser
import BoardModels

/// A card's number, with or without `#`.
struct CardNumber: ExpressibleByArgument, Sendable {
  let id: Int

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? String(argument.dropFirst()) : argument
    guard let id = Int(digits), (1...BoardLimit.number).contains(id) else { return nil }
    self.id = id
  }
}

/// A day: `2026-12-24`, `today`, `tomorrow` or `+7`.
struct DayArgument: ExpressibleByArgument, Sendable {
  let day: Day

  init?(argument: String) {
    if let day = Day(argument) {
      self.day = day
    } else if argument == "today" {
      day = Today.day
    } else if argument == "tomorrow" {
      day = Today.day.adding(1)
    } else if argument.hasPrefix("+"), let days = Int(argument.dropFirst()),
      (0...100_000).contains(days)
    {
      day = Today.day.adding(days)
    } else {
      return nil
    }
  }

  static let help = "a day such as 2026-12-24, today, tomorrow, or +7 for a week from today"
}

/// How many; 1 or more.
struct Count: ExpressibleByArgument, Sendable {
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument), (1...BoardLimit.number).contains(number) else { return nil }
    self.number = number
  }
}
