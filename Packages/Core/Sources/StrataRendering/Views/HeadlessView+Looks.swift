// The modifiers for the looks of a view. A line of text has none, so each gives the view itself. They exist so
// that a body written for SwiftUI compiles and prints.

extension HeadlessView {
  /// The view itself, because lines have a fixed length.
  public func frame(width: Double? = nil, height: Double? = nil) -> Self { self }

  /// The view itself, because lines have a fixed length and beginning.
  public func frame(maxWidth: Double?, alignment: HeadlessAlignment = .center) -> Self { self }

  /// The view itself, because lines have no space around them.
  public func padding(_ edges: HeadlessEdges = .all, _ length: Double? = nil) -> Self { self }

  /// The view itself: lines begin where lines begin.
  public func multilineTextAlignment(_ alignment: HeadlessAlignment) -> Self { self }

  /// The view itself: lines have no color.
  public func foregroundColor(_ color: HeadlessColor?) -> Self { self }

  /// The view itself, because a button is its words in brackets.
  public func buttonStyle(_ style: HeadlessButtonStyle) -> Self { self }
}

/// The sides of a view.
public enum HeadlessEdges: Sendable, Hashable {
  /// All four.
  case all
  /// The left and the right one.
  case horizontal
  /// The upper and the lower one.
  case vertical
}

/// A color by its name.
public enum HeadlessColor: Sendable, Hashable {
  /// Green.
  case green
  /// Red.
  case red
  /// Blue.
  case blue
}

/// How a button stands out.
public enum HeadlessButtonStyle: Sendable, Hashable {
  /// As the system does it.
  case automatic
  /// With a border.
  case bordered
  /// With a border, before others.
  case borderedProminent
}
