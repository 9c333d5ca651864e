public import StrataConcurrency
import StrataCore

/// The values of an expression over models, as they change, as an asynchronous sequence.
///
/// ```swift
/// node.forEach(Observed { (query, filter) }, cancelPrevious: true) { query, filter in
///   results = try await node.searchClient.find(query, filter)
/// }
/// ```
///
/// The expression is evaluated at once, and again after each commit that changes one of its sources; the sources
/// may differ from one evaluation to the next. Comparable values, and tuples of them, appear only when they
/// differ, or when a source was touched with `node.touch`. The sequence begins when it is made, not when its loop
/// starts. In an activation, the initial value is the one at the end of the activation. Without it, the writes of
/// the children are elements.
///
/// It ends when the consuming task is cancelled, as `node.forEach` does with its model, or when the sequence and
/// its iterators are released. It is one subscription, however often it is copied.
public struct Observed<Element: Sendable>: AsyncSequence, Sendable {
  /// Takes the values in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: MulticastSequence<Element>.Iterator

    init(_ base: MulticastSequence<Element>.Iterator) {
      self.base = base
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` when the calling task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      await base.next(isolation: actor)
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` when the calling task is cancelled.
    public mutating func next() async -> Element? {
      await base.next(isolation: #isolation)
    }
  }

  private let base: MulticastSequence<Element>

  /// Observes an expression whose values cannot be compared: each evaluation gives an element.
  ///
  /// - Parameters:
  ///   - initial: Whether the current value is the first element.
  ///   - coalesceUpdates: Whether only the last of the values that wait to be received is retained.
  ///   - debug: The texts to print about evaluations; none when left out.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - access: The expression.
  @_disfavoredOverload
  public init(
    initial: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> Element
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) { _, _ in false }
  }

  init(
    _ options: ObservedOptions,
    _ access: @escaping @Sendable () -> Element,
    areSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    let multicast = Multicast<Element>()
    let last = LastValue<Element>(notifiesFirst: options.isInitialSent) { !areSame($0, $1) }
    let trace = options.trace
    let watch = ValueWatch(
      "Observed",
      at: options.callSite,
      onTrigger: options.onTrigger,
      evaluate: options.traced(access)
    ) { value, reason in
      trace?.noteValue(value)
      if last.advance(to: value, because: reason) { multicast.send(value) }
    }
    base = multicast.subscribe(options.isCoalescing ? .bufferingNewest(1) : .standard) {
      watch.cancel()
    }
    watch.start(atOnce: !options.isInitialSent)
  }

  /// The same subscription with another policy for values that arrive before they are requested.
  ///
  /// It replaces `coalesceUpdates`, which retains the newest value or, if it is false, as many as
  /// `BufferingPolicy.standard`.
  ///
  /// - Parameter policy: The values to retain; it also applies to those that already wait.
  /// - Returns: The values.
  public func keeping(_ policy: BufferingPolicy) -> Observed<Element> {
    Observed(base.keeping(policy))
  }

  private init(_ base: MulticastSequence<Element>) {
    self.base = base
  }

  /// Makes an iterator over the values that were not received yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator())
  }
}

@available(*, unavailable)
extension Observed.Iterator: Sendable {}

/// How an expression is observed.
struct ObservedOptions: Sendable {
  let isInitialSent: Bool
  let isCoalescing: Bool
  let callSite: CallSite
  /// Prints the triggers of the evaluations, if that is requested.
  let trace: EvaluationTrace?

  init(
    _ isInitialSent: Bool,
    _ isCoalescing: Bool,
    _ debug: DebugOptions?,
    _ callSite: CallSite
  ) {
    self.isInitialSent = isInitialSent
    self.isCoalescing = isCoalescing
    self.callSite = callSite
    trace = debug.map {
      EvaluationTrace(below: nil, name: $0.name ?? "Observed at \(callSite)", $0)
    }
  }

  /// The function to call with the change that causes an evaluation.
  var onTrigger: (@Sendable (borrowing Change) -> Void)? {
    guard let trace else { return nil }
    return { change in trace.noteTrigger(change) }
  }

  /// The expression, evaluated under the trace if there is one.
  func traced<Value>(_ access: @escaping @Sendable () -> Value) -> @Sendable () -> Value {
    guard let trace else { return access }
    return { trace.evaluate(access) }
  }
}
