#if !canImport(SwiftUI)
import StrataConcurrency
@_spi(Strata) public import StrataRendering

/// A part of a view that is evaluated by itself, and can say why.
///
/// ```swift
/// ModelScope(debug: .triggers) { Text("\(counter.count)") }
/// // ModelScope at App/CounterView.swift:12 triggered by CounterModel[#3].count
/// ```
///
/// In SwiftUI, changes of properties that only the part reads wake the part alone. A headless view is evaluated
/// as a whole, so there a scope adds nothing to its content. It prints the same.
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

  /// Makes a part of a view that prints the property that has triggered each evaluation but the first.
  ///
  /// This works in a `RenderProbe`, which records the part's reads; elsewhere nothing is printed.
  ///
  /// - Parameters:
  ///   - debug: The texts to print, and their output. There is no value whose changes could be shown.
  ///   - fileID: The caller's file; like the next three, it names the call site.
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
