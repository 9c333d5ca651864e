import StrataCore

/// What is printed of changes and evaluations, and how.
///
/// ```swift
/// AppModel().withDebug()                                   // what changes
/// AppModel().withDebug(.init(triggers: .name))             // and which properties
/// node.debug(.triggers) { rows.filter(\.isOpen).count }    // why it is evaluated again
/// ```
public struct DebugOptions: Sendable {
  /// How the properties are named that set something off.
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

    /// What differs between the old and the new value, the lines that differ alone.
    public static let diff = Changes(style: .compact)
    /// The new value.
    public static let value = Changes(style: nil)

    /// What differs between the old and the new value, in a style.
    public static func diff(_ style: DiffStyle) -> Changes { Changes(style: style) }
  }

  /// How the properties are named that set something off; `nil` for not at all.
  public var triggers: Triggers?
  /// How changes are shown; `nil` for not at all.
  public var changes: Changes?
  /// Whether what models below the model write is left out.
  public var isShallow: Bool
  /// What to call the model or the expression; the model's kind when `nil`.
  public var name: String?
  /// Where to print, one text at a time, on the threads that write.
  ///
  /// A copy is written to: give it a reference to what is to be read later.
  public var printer: any TextOutputStream & Sendable
  /// Who is told of what an expression reads, while it reads.
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

  /// What changes.
  public static var changes: DebugOptions { DebugOptions() }
  /// What sets evaluations off, by name.
  public static var triggers: DebugOptions { DebugOptions(triggers: .name, changes: nil) }
  /// What sets evaluations off, and what changes.
  public static var all: DebugOptions { DebugOptions(triggers: .name) }
}
