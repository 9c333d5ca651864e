import StrataConcurrency
import StrataCore

/// Collects facts about a state while it is decoded.
final class SavedStateReading: Sendable {
  static var key: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "StrataModels.SavedStateReading") else {
      preconditionFailure("CodingUserInfoKey(rawValue:) takes any string")
    }
    return key
  }

  private struct State: Sendable {
    /// The decoded slots, by context; the contexts are retained so that no other object gets their addresses.
    var decoded: [ObjectIdentifier: (context: Context, slots: Set<Int>)] = [:]
    /// The models with a number, by number and type.
    var shared: [SharedKey: any Sendable] = [:]
    var used: Set<String> = []
    var report = SavedStateReport()
  }

  private struct SharedKey: Hashable {
    let number: Int
    let type: ObjectIdentifier
  }

  private let state = Locked(State(), rank: .leaf)

  /// The values that did not fit.
  var report: SavedStateReport { state.withLock { $0.report } }

  /// The slots of a model that have got saved values; all of them if it was decoded by code of its own.
  func slots(of context: Context) -> Set<Int> {
    let known = state.withLock { $0.decoded[ObjectIdentifier(context)]?.slots }
    return known ?? Set(context.layout.slots.indices)
  }

  func note(_ slots: Set<Int>, of context: Context) {
    state.withLock { $0.decoded[ObjectIdentifier(context)] = (context, slots) }
  }

  /// The model with a number that another place has made.
  func sharedModel<M: Model>(_ number: Int, as type: M.Type) -> M? {
    let key = SharedKey(number: number, type: ObjectIdentifier(type))
    return state.withLock { $0.shared[key] } as? M
  }

  func noteShared<M: Model>(_ model: M, _ number: Int) {
    let key = SharedKey(number: number, type: ObjectIdentifier(M.self))
    state.withLock { $0.shared[key] = model }
  }

  func use(_ name: String, at path: [any CodingKey]) {
    let place = Self.place(of: name, at: path)
    state.withLock { _ = $0.used.insert(place) }
  }

  func miss(_ name: String, at path: [any CodingKey]) {
    let place = Self.place(of: name, at: path)
    state.withLock { $0.report.missing.append(place) }
  }

  func noteUnused(_ names: [String], at path: [any CodingKey]) {
    let places = names.map { Self.place(of: $0, at: path) }
    state.withLock { state in
      state.report.unknown += places.filter { !state.used.contains($0) }
    }
  }

  /// `rows[2].title`.
  static func place(of name: String?, at path: [any CodingKey]) -> String {
    // The first step leads into the envelope.
    var place = ""
    for key in path.dropFirst() {
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    guard let name else { return place }
    return place.isEmpty ? name : "\(place).\(name)"
  }
}

/// The values that did not fit when a state was restored.
public struct SavedStateReport: Sendable, Hashable {
  /// Saved values that are no property, as `rows[2].title`; they are ignored.
  public internal(set) var unknown: [String] = []
  /// Properties without a saved value.
  ///
  /// They have the value that the model's initializer gives them or, in a model
  /// that existed already, their earlier value.
  public internal(set) var missing: [String] = []

  /// Whether everything has fitted.
  public var isEmpty: Bool { unknown.isEmpty && missing.isEmpty }
}
