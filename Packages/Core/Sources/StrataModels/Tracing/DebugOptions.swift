import StrataCore

/// The contents and the form of printed changes and evaluations.
///
/// ```swift
/// AppModel().withDebug()                                   // what changes
/// AppModel().withDebug(.init(triggers: .name))             // and which properties
/// node.debug(.triggers) { rows.filter(\.isOpen).count }    // why it is evaluated again
/// ```
public struct DebugOptions: Sendable {
  /// The way to name the properties that trigger an evaluation.
  public enum Triggers: Sendable, Hashable {
    /// By their names: `rows[#3].title`.
    case name
    /// With the new value.
    case withValue
    /// With the old and the new value.
    case withDiff
  }

  /// How changes are shown.
  public struct Changes: Sendable, Hashable {
    /// The style of differences; `nil` for the new value alone.
    let style: DiffStyle?

    /// The difference of the old and the new value, as the differing lines alone.
    public static let diff = Changes(style: .compact)
    /// The new value.
    public static let value = Changes(style: nil)

    /// The difference of the old and the new value, in a style.
    public static func diff(_ style: DiffStyle) -> Changes { Changes(style: style) }
  }

  /// The way to name the properties that trigger an evaluation; `nil` for none.
  public var triggers: Triggers?
  /// The way to show changes; `nil` for none.
  public var changes: Changes?
  /// Whether writes by models below the model are left out.
  public var isShallow: Bool
  /// The name of the model or the expression; the model's kind when `nil`.
  public var name: String?
  /// The output, one text at a time, on the threads that write.
  ///
  /// A copy is written to: give it a reference to the buffer that you read later.
  public var printer: any TextOutputStream & Sendable
  /// The observer to notify of an expression's reads, as they happen.
  public var accessObserver: AccessObserver?
  /// Whether a trigger is followed by the calls that led to its last read.
  ///
  /// For expressions. It makes each evaluation slow.
  public var captureAccessStack: Bool

  /// Makes options.
  public init(
    triggers: Triggers? = nil,
    changes: Changes? = .diff,
    isShallow: Bool = false,
    name: String? = nil,
    printer: some TextOutputStream & Sendable = StandardOutputStream(),
    accessObserver: AccessObserver? = nil,
    captureAccessStack: Bool = false
  ) {
    self.triggers = triggers
    self.changes = changes
    self.isShallow = isShallow
    self.name = name
    self.printer = printer
    self.accessObserver = accessObserver
    self.captureAccessStack = captureAccessStack
  }

  /// The changes alone.
  public static var changes: DebugOptions { DebugOptions() }
  /// The triggers of evaluations, by name.
  public static var triggers: DebugOptions { DebugOptions(triggers: .name, changes: nil) }
  /// The triggers of evaluations, and the changes.
  public static var all: DebugOptions { DebugOptions(triggers: .name) }
}
