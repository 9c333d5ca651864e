import StrataConcurrency

extension HeadlessView {
  /// Shows the changes of a value with an animation: an implicit animation.
  ///
  /// An evaluation whose value differs from that of the former evaluation is shown with it. A ``RenderProbe`` gives
  /// it by ``RenderProbe/animation``, and to `onRender` by ``RecordedTransaction/current``. The first evaluation
  /// has none. Outside of a probe nothing is compared.
  ///
  /// ```swift
  /// HeadlessText("\(model.count)").animation(.default, value: model.count)
  /// ```
  ///
  /// - Parameters:
  ///   - animation: The animation; `nil` for none, also if an inner view has one.
  ///   - value: What is compared.
  ///   - fileID: The call site, which tells one value from another, like the next three.
  ///   - filePath: The call site.
  ///   - line: The call site.
  ///   - column: The call site.
  /// - Returns: The view itself: lines do not move.
  public func animation<Value: Equatable & Sendable>(
    _ animation: RecordedAnimation?,
    value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard let keep = RenderKeep.current else { return self }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let last = keep.value(at: callSite) { Locked<Value?>(nil, rank: .leaf) }
    let former = last.withLock { last in
      defer { last = value }
      return last
    }
    if let former, former != value { keep.note(animation) }
    return self
  }
}
