/// Positions in a tree, seen from one position.
///
/// An audience names the receivers of an event, seen from the sender, or the wanted senders, seen from a listener.
/// Combine them freely; each position counts once, however many of them it is.
///
/// ```swift
/// node.send(AppEvent.logout)                              // itself and all above it
/// node.send(AppEvent.logout, to: .descendants)            // all below it
/// node.send(AppEvent.logout, to: [.self, .children])
/// node.send(AppEvent.logout, to: .dependencies)           // the models it uses as dependencies
/// ```
///
/// Written after a dot only: `Audience.self` is the type.
public struct Audience: OptionSet, Sendable, Hashable {
  /// One bit for each kind of position.
  public let rawValue: UInt8

  /// Makes an audience of bits.
  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // It is computed and inlinable. A stored one is a call that asks whether it was made already: six of them were a
  // third of the price of sending an event.

  /// The position itself.
  @inlinable public static var `self`: Audience { Audience(rawValue: 1) }
  /// The position directly above; all of them where there are several.
  @inlinable public static var parent: Audience { Audience(rawValue: 2) }
  /// The positions above, at any distance.
  @inlinable public static var ancestors: Audience { Audience(rawValue: 4) }
  /// The positions directly below.
  @inlinable public static var children: Audience { Audience(rawValue: 8) }
  /// The positions below, at any distance.
  @inlinable public static var descendants: Audience { Audience(rawValue: 16) }
  /// The positions that this one depends on, wherever they are.
  @inlinable public static var dependencies: Audience { Audience(rawValue: 32) }

  /// The audience of an event by default: the sender and all above it.
  @inlinable public static var standard: Audience { [.self, .ancestors] }
  /// Every position that an event can come from.
  @inlinable public static var everyone: Audience { [.self, .ancestors, .descendants] }
}

extension Audience: CustomStringConvertible {
  /// As it is written in source: `[.self, .ancestors]`.
  public var description: String {
    let names = [
      (Audience.`self`, ".self"), (.parent, ".parent"), (.ancestors, ".ancestors"),
      (.children, ".children"), (.descendants, ".descendants"), (.dependencies, ".dependencies"),
    ]
    return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
  }
}
