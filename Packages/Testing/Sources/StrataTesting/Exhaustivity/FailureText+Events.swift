import StrataConcurrency
import StrataCore

extension FailureText {
  static func eventsNotExhausted(_ events: [SentEvent], _ names: StateNames) -> String {
    let sent = events.map { event in
      "\(names.name(of: event.sender)): \(eventText(event.event)), sent at \(event.callSite)"
    }
    let lines = events.map { event -> String? in
      // `didSend` is a function of models alone.
      guard event.isOfModel else { return nil }
      return SourceLiteral.text(ofEvent: event.event).map {
        "\(names.expression(of: event.sender)).didSend(\($0))"
      }
    }
    return """
      Events not exhausted: \(count(events.count, "event was", "events were")) sent and not asserted.

      \(indented(sent))

      \(passing(lines, elsePassing: "await settle(resetting: .events)"))
      """
  }
}
