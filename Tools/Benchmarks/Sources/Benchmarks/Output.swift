/// Writes figures for people and for machines.
enum Output {
  static let head =
    pad("row", 48) + padLeft("ns", 12) + padLeft("figure", 12) + "  "
    + pad("unit", 12) + padLeft("budget", 8) + "  verdict"

  static func line(_ measurement: Measurement) -> String {
    let workload = measurement.workload
    return pad(workload.name, 48) + padLeft(text(measurement.nanoseconds), 12)
      + padLeft(text(measurement.figure), 12) + "  " + pad(workload.unit.rawValue, 12)
      + padLeft(workload.budget.map(text) ?? "", 8) + "  " + measurement.verdict.rawValue
  }

  static func json(_ measurement: Measurement) -> String {
    let workload = measurement.workload
    return """
      {"name": "\(workload.name)", "unit": "\(workload.unit.rawValue)", \
      "nanoseconds": \(number(measurement.nanoseconds)), "figure": \(number(measurement.figure)), \
      "budget": \(number(workload.budget ?? .nan)), "verdict": "\(measurement.verdict.rawValue)"}
      """
  }

  private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    guard value >= 0 else { return "-" + text(-value) }
    let hundredths = Int((value * 100).rounded())
    let rest = "\(hundredths % 100)"
    return "\(hundredths / 100).\(rest.count == 1 ? "0" : "")\(rest)"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
