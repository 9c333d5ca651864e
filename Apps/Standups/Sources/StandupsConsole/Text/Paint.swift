package import StandupsData

/// Colours and weights, or none of them.
package struct Paint: Hashable, Sendable {
  /// Whether texts are coloured at all.
  package let isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Paints on a terminal, unless `NO_COLOR` is set and not empty, or the terminal is a dumb one.
  package init(isTerminal: Bool, environment: [String: String]) {
    let isForbidden = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isOn = isTerminal && !isForbidden && environment["TERM"] != "dumb"
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func alert(_ text: String) -> String { wrap(text, "1;31") }

  package func color(_ text: String, _ theme: Theme) -> String {
    switch theme {
    case .plain: text
    case .red: wrap(text, "31")
    case .green: wrap(text, "32")
    case .yellow: wrap(text, "33")
    case .blue: wrap(text, "34")
    case .magenta: wrap(text, "35")
    case .cyan: wrap(text, "36")
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
