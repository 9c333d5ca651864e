@_spi(Strata) import StrataConcurrency
import StrataCore

// Swift prefers the function with fewer default arguments. The forms for plain values are therefore disfavored, so that a
// path to models selects the forms for models.

extension Model {
  /// The values of a property, as they change.
  ///
  /// The path may lead to a stored or a computed property, through children and optional children:
  /// `change(of: \.detail?.title)`. With a path to a computed property, every property that it reads counts. A
  /// write of an equal value is no change, and neither is a change that the same transaction takes back.
  ///
  /// ```swift
  /// func onActivate() {
  ///   node.forEach(change(of: \.query), cancelPrevious: true) { query in
  ///     results = try await node.searchClient.find(query)
  ///   }
  /// }
  /// ```
  ///
  /// Counting starts at the call, even if the loop begins later. For a call during an activation, the initial
  /// value is the one at the end of the activation, with the writes of the children. Without the initial value,
  /// the writes of the children are elements. Several commits of other threads that wait for their delivery
  /// together may be one element, the last. `node.touch` gives an element, equal or not.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - initial: Whether the current value is the first element.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The values; they end when this model is removed. On a model that is in no tree they end after the
  ///   first one, which is reported.
  @_disfavoredOverload
  public func change<Value: Equatable & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return changes(
      initial: initial,
      at: callSite,
      evaluate: { $0[keyPath: path] },
      differ: { $0 != $1 }
    )
  }

  /// The values of a property that cannot be compared, for each write of its sources.
  ///
  /// Otherwise as for properties that can be compared.
  ///
  /// - Returns: The values; they end when this model is removed.
  @_disfavoredOverload
  public func change<Value: Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return changes(
      initial: initial,
      at: callSite,
      evaluate: { $0[keyPath: path] },
      differ: { _, _ in true }
    )
  }

  /// The values of a property that contains models, as models are added, removed or reordered.
  ///
  /// Otherwise as for plain values.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - initial: Whether the current value is the first element.
  ///   - recursive: Whether a change of any property of the models in it, and of those below them,
  ///     counts as well.
  ///   - freezeValues: Whether the elements are frozen copies with the state at the change, instead of handles of
  ///     the live models.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The values; they end when this model is removed.
  /// - Complexity: With `recursive` or `freezeValues`, each element costs O(size of all that is below).
  public func change<Value: ModelContainer & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    recursive: Bool = false,
    freezeValues: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return changes(
      initial: initial,
      at: callSite,
      evaluate: { $0[keyPath: path].observed(recursive: recursive, isFrozen: freezeValues) },
      differ: { recursive || $0.isOtherThan($1) }
    )
  }

  /// The values of a property that contains models and can be compared, as models are added or removed.
  ///
  /// Like the variant for models that cannot be compared. It compares the identities of the models and, in a
  /// container that is more than models, `==`.
  ///
  /// - Returns: The values; they end when this model is removed.
  public func change<Value: ModelContainer & Equatable & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    recursive: Bool = false,
    freezeValues: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return changes(
      initial: initial,
      at: callSite,
      evaluate: { $0[keyPath: path].observed(recursive: recursive, isFrozen: freezeValues) },
      differ: {
        recursive || !$0.hasSameContexts(as: $1) || (Value.contents == .mixed && $0 != $1)
      }
    )
  }
}

extension Model {
  /// Makes the sequence behind `change(of:)`.
  private func changes<Value: Sendable>(
    initial: Bool,
    at callSite: CallSite,
    evaluate: @escaping @Sendable (Self) -> Value,
    differ: @escaping @Sendable (Value, Value) -> Bool
  ) -> ModelChanges<Value> {
    let model = withoutAnchor
    let context = modelNode.context
    let multicast = Multicast<Value>()
    let last = LastValue(notifiesFirst: initial, differ: differ)
    let watch = ValueWatch("change(of:)", at: callSite) {
      evaluate(model)
    } receive: { value, reason in
      if last.advance(to: value, because: reason) { multicast.send(value) }
    }
    guard context.isLive else {
      // The first value of a removed model is reported as a read.
      if context.currentPhase == .detached {
        ListeningOutsideTree.report("Changes", of: context, at: callSite)
      }
      let sequence = multicast.subscribe()
      watch.start()
      multicast.finish()
      return ModelChanges(sequence)
    }
    // The work of the model retains the watch, so the watch lasts until the model or the loop ends.
    let end = context.work.onEnding(at: callSite) {
      watch.cancel()
      multicast.finish()
    }
    let sequence = multicast.subscribe {
      watch.cancel()
      end.discard()
    }
    watch.start(atOnce: !initial)
    return ModelChanges(sequence)
  }
}

extension ModelContainer {
  /// The value as an element of a sequence of changes, read inside a tracking scope.
  fileprivate func observed(recursive: Bool, isFrozen: Bool) -> Self {
    if isFrozen { return makeFrozenCopy(isTracked: recursive) }
    if recursive { forEachContext { $0.trackSubtree() } }
    return self
  }
}
