import Strata
import StrataConcurrency
import StrataDependencies

/// A log that models write to: upper case for what begins, lower case for what ends.
final class Log: Sendable {
  private let entries = Locked<[String]>([], rank: .leaf)

  var all: [String] { entries.withLock { $0 } }
  var text: String { all.joined() }

  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
  func clear() { entries.withLock { $0 = [] } }

  /// The lines since the last call.
  func take() -> String {
    entries.withLock { entries in
      let text = entries.joined()
      entries = []
      return text
    }
  }
}

extension Log: DependencyKey {
  static let liveValue = Log()
  static var testValue: Log { Log() }
}

extension DependencyValues {
  var log: Log {
    get { self[Log.self] }
    set { self[Log.self] = newValue }
  }
}

/// A model that says when it begins and ends.
@Model struct Leaf {
  var name: String
  var value = 0

  func onActivate() {
    node.log.add(name.uppercased())
    node.onCancel { node.log.add(name.lowercased()) }
  }
}

@Model struct Branch {
  let id: Int
  var name = "b"
  var one: Leaf?
  var many: [Leaf] = []

  func onActivate() {
    node.log.add(name.uppercased())
    node.onCancel { node.log.add(name.lowercased()) }
  }
}
