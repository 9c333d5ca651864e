public import StrataConcurrency
import StrataCore
import StrataExtensions

extension Model {
  /// Prints each change of the model's state, as lines that begin with `-` and `+`, for the model's life.
  ///
  /// Test stores do not ask for the end of it.
  ///
  /// - Parameters:
  ///   - name: How the lines are headed: by the model's type when left out.
  ///   - output: Where to print.
  /// - Returns: Ends it.
  @discardableResult
  public func printStateUpdates(
    name: String? = nil,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> CancellationHandle {
    printStateUpdates(of: \.self, name: name, to: output)
  }

  /// Prints each change of a part of the model's state, as lines that begin with `-` and `+`, for the model's
  /// life.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - name: How the lines are headed: by the model's type when left out.
  ///   - output: Where to print.
  /// - Returns: Ends it.
  @discardableResult
  public func printStateUpdates<Value: Sendable>(
    of keyPath: KeyPath<State, Value>,
    name: String? = nil,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> CancellationHandle {
    let name = name ?? "\(Self.self)"
    let printer = StatePrinter(keyPath) { text in output("State did update for \(name):\n\(text)") }
    let place = place
    place.begin(printer)
    return place.context.work.onCancel { [weak place, weak printer] in
      if let printer { place?.remove(printer) }
    }
  }
}

/// Prints the differences of a part of a state.
// SAFETY: `last` and `former` are touched by the thread that changes the store alone; a key path is immutable.
final class StatePrinter<State, Value>: Reader, @unchecked Sendable {
  private let path: KeyPath<State, Value>
  private let output: @Sendable (String) -> Void
  private var last: Value?
  private var former: (old: Value, new: Value)?

  init(_ path: KeyPath<State, Value>, _ output: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.output = output
  }

  override var isLive: Bool { true }

  @unsafe
  override func update(_ state: UnsafeRawPointer) -> Bool {
    let value = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
    if let last { former = (last, value) }
    last = value
    return false
  }

  override func takeCall() -> (() -> Void)? {
    guard let (old, new) = former else { return nil }
    former = nil
    let output = output
    return {
      if let text = ValueDiff().text(from: old, to: new) { output(text) }
    }
  }
}

extension Place {
  /// Adds a reader of the live state, which is given the present one first.
  final func begin(_ reader: Reader) {
    unsafe store.isolated { root in
      _ = unsafe withMemory(in: root) { memory in
        _ = unsafe reader.update(UnsafeRawPointer(memory))
      }
      add(reader)
    }
  }
}
