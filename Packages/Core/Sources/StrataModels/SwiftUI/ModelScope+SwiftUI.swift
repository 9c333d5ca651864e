#if canImport(SwiftUI)
import StrataConcurrency
@_spi(Strata) import StrataRendering
public import SwiftUI

/// A part of a view that is evaluated by itself, and can say why.
///
/// ```swift
/// ModelScope(debug: .triggers) { Text("\(counter.count)") }
/// // ModelScope at App/CounterView.swift:12 triggered by CounterModel[#3].count
/// ```
///
/// Changes of properties that only the part reads wake the part alone, and not the view around it.
public struct ModelScope<Content: View>: View {
  private let debug: DebugOptions?
  private let callSite: CallSite
  private let content: () -> Content
  @State private var keep = RenderKeep()

  /// Makes a part of a view.
  ///
  /// - Parameters:
  ///   - debug: The texts to print about its evaluations; none when left out.
  ///   - fileID: The caller's file; like the next three, it names the call site.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - content: The part.
  public init(
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.debug = debug
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.content = content
  }

  /// The content.
  public var body: Content {
    guard let debug else { return content() }
    let trace = keep.evaluate { keep.value(at: callSite) { ScopeTrace(debug, at: callSite) } }
    return trace.evaluate(content)
  }
}
#endif
