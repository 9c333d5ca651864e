#if !canImport(SwiftUI)
import StrataConcurrency
public import StrataRendering

/// A part of a view that is evaluated by itself, and can say why.
///
/// ```swift
/// ModelScope(debug: .triggers) { Text("\(counter.count)") }
/// // ModelScope at App/CounterView.swift:12 triggered by CounterModel[#3].count
/// ```
///
/// In SwiftUI, what only the part reads wakes the part alone. A headless view is evaluated as a whole,
/// so there a scope is what its content is; what it prints is the same.
public struct ModelScope<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content

  /// Makes a part of a view.
  ///
  /// - Parameter content: The part.
  public init(@HeadlessViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Makes a part of a view that prints which property has set each evaluation off but the first.
  ///
  /// In a `RenderProbe`, which keeps what the part has read; elsewhere nothing is printed.
  ///
  /// - Parameters:
  ///   - debug: What is printed, and where. There is no value whose changes could be shown.
  ///   - fileID: The caller's file, like the next three for the place to name.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - content: The part.
  public init(
    debug: DebugOptions,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @HeadlessViewBuilder content: () -> Content
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let keep = RenderKeep.current {
      let trace = keep.value(at: callSite) { ScopeTrace(debug, at: callSite, in: keep) }
      self.content = trace.evaluate(content)
    } else {
      self.content = content()
    }
  }

  /// The lines of the content.
  public var lines: [String] { content.lines }

  /// The controls of the content.
  public var controls: [HeadlessControl] { content.controls }
}

extension ModelScope: Sendable where Content: Sendable {}
#endif
