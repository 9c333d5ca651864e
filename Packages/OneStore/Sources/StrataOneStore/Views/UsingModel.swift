#if canImport(SwiftUI)
public import SwiftUI

/// A part of a view that is updated for what it reads of a model, without the view around it.
///
/// ```swift
/// UsingModel(model) { model in Text("\(model.count)") }
/// ```
public struct UsingModel<Content: View>: View {
  private let content: () -> Content

  /// Makes a part of a view of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - content: The part.
  public init<M: Model>(_ model: M, @ViewBuilder content: @escaping (M) -> Content) {
    self.content = { content(model) }
  }

  /// The part.
  public var body: some View { content() }
}
#else
import StrataCore
public import StrataRendering

/// A part of a view that is updated for what it reads of a model, without the view around it.
///
/// ```swift
/// UsingModel(model) { model in Text("\(model.count)") }
/// ```
public struct UsingModel<Content: HeadlessView & SendableMetatype>: HeadlessView, Sendable {
  /// There is none: the part prints by itself.
  public typealias Body = Never

  private let probe: RenderProbe<[String]>

  /// Makes a part of a view of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - content: The part.
  public init<M: Model>(
    _ model: M,
    @HeadlessViewBuilder content: @escaping @Sendable (M) -> Content
  ) {
    // Not by the scope that this is made in: what is read here is of this part alone.
    probe = withoutTracking { RenderProbe { content(model).lines } }
  }

  /// The lines of the part, as they are now.
  public var lines: [String] { probe.output }

  /// How often the part was evaluated.
  public var evaluations: Int { probe.evaluations }
}
#endif
