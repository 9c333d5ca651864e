package import Foundation

/// The facts about the output that a screen needs.
package struct Surface: Sendable {
  /// The width in columns of the terminal.
  package var columns: Int
  package var paint: Paint
  /// The time zone of dates.
  package var timeZone: TimeZone

  package init(columns: Int = 80, paint: Paint = Paint(isOn: false), timeZone: TimeZone = .gmt) {
    self.columns = columns
    self.paint = paint
    self.timeZone = timeZone
  }

  /// A date to the minute: `2026-03-02 09:30`.
  package func date(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let pad = { (number: Int?, width: Int) in
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2)) "
      + "\(pad(parts.hour, 2)):\(pad(parts.minute, 2))"
  }
}
