@_spi(Strata) import StrataConcurrency
@_spi(Strata) import StrataCore

// If each write has to be asserted, an assertion looks at a point in the order of all writes: it reads every
// property as it was then. It looks at the first point at which it is met. It may skip writes of properties that
// it does not read, which wait for another assertion. It skips no write of a property that it reads.
//
//     isLoading = true ▶ result = "x" ▶ isLoading = false
//
//     isLoading                      looks at the first moment
//     !isLoading                     looks at the third
//     !isLoading, result == "x"      the same, and matches the second as well
//
// If there is no such point, the assertion may still name the next write of each property that it reads.
extension TestScope {
  /// One evaluation of an assertion.
  struct Attempt {
    let frame: AssertionFrame
    /// The values that it saw of writes that wait to be asserted.
    let view: TransitionView
    let predicates: [TestPredicate]
    let reports: [TestFailure]

    /// The lines that are not true, and those that read a property after its end.
    var failed: [TestPredicate] {
      predicates.filter { !$0.isMet || $0.reads.contains { $0.isDead } }
    }

    var isMet: Bool { failed.isEmpty }
  }

  /// Evaluates an assertion; each write counts at the first point at which the assertion is met.
  func attempt(_ body: () -> [TestPredicate]) -> Attempt {
    let waiting = demandsTransitions ? waitingOrders : [:]
    guard let first = waiting.values.compactMap(\.first).min() else {
      return attempt(in: .present, body)
    }
    var order = first
    while true {
      let attempt = attempt(in: .order(order), body)
      let firsts = Set(attempt.frame.reads).compactMap { waiting[$0]?.first }
      let isMatch = firsts.isEmpty || firsts.contains { $0 <= order }
      if isMatch, attempt.isMet || firsts.isEmpty { return attempt }
      guard let next = Self.order(after: order, for: attempt.frame.reads, waiting) else { break }
      order = next
    }
    return attempt(in: .next, body)
  }

  /// The next point that an assertion may look at; it skips no write of a property that the assertion reads.
  ///
  /// - Returns: `nil` if there is none.
  private static func order(
    after order: ChangeOrder,
    for reads: [SlotRead],
    _ waiting: [SlotRead: [ChangeOrder]]
  ) -> ChangeOrder? {
    let read = Set(reads).compactMap { waiting[$0] }
    let limit = read.compactMap { $0.dropFirst().first }.min() ?? .max
    return read.compactMap(\.first).filter { $0 > order && $0 < limit }.min()
  }

  /// The numbers of the writes that no assertion has matched and that have to be asserted, by property.
  private var waitingOrders: [SlotRead: [ChangeOrder]] {
    let demands = demands
    return trees.reduce(into: [:]) { waiting, tree in
      let found = tree.unasserted.waitingOrders { demands.of($0).contains(.transitions) }
      waiting.merge(found) { first, _ in first }
    }
  }

  private func attempt(in view: TransitionView, _ body: () -> [TestPredicate]) -> Attempt {
    let frame = AssertionFrame(self)
    // `nil` once the evaluation is over: tasks that it has started report like all others.
    let found = Locked<[TestFailure]?>([], rank: .leaf)
    let predicates = ReportSink.withHandlerOfRepeats { [self] report in
      let failure = TestFailure.misuse(report, in: testDeclaration)
      let isCollected = found.withLock { found in
        found?.append(failure)
        return found != nil
      }
      if !isCollected, misuse.isFirst(failure) { sink(failure) }
    } operation: {
      readingPast(of: trees[...], in: view) { frame.evaluate(body) }
    }
    // Reads after the end are reported as such, with the assertion's line.
    let isLate = predicates.contains { $0.reads.contains { $0.isDead } }
    let reports = found.withLock { $0.take() } ?? []
    return Attempt(
      frame: frame,
      view: view,
      predicates: predicates,
      reports: isLate ? [] : reports
    )
  }

  /// Lets a closure read earlier values, if each write has to be asserted.
  private func readingPast<Result>(
    of trees: ArraySlice<TestedTree>,
    in view: TransitionView,
    _ body: () -> Result
  ) -> Result {
    guard demandsTransitions, let tree = trees.first else { return body() }
    let rest = trees.dropFirst()
    guard let root = tree.root else { return readingPast(of: rest, in: view, body) }
    let demands = demands
    let past = tree.unasserted.past(in: view) { demands.of($0).contains(.transitions) }
    return root.reading(past) { readingPast(of: rest, in: view, body) }
  }

  /// The value that an assertion has read of a property.
  func shownValue(of read: SlotRead, in view: TransitionView, _ demands: Demands) -> Any? {
    guard demands.of(read.context).contains(.transitions) else { return read.currentValue }
    let values = trees.lazy.compactMap {
      $0.unasserted.transitions(of: read)?.value(in: view)?.value
    }
    return values.first.map(shown) ?? read.currentValue
  }
}
