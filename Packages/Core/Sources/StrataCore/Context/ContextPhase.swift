import StrataConcurrency
public import Synchronization

/// The phase of a context's life cycle.
@frozen
public enum ContextPhase: UInt8, Sendable {
  /// Made, in no tree yet. Its values can be read and written; nothing else works.
  case detached
  /// Part of a live tree; its activation is still to come or is running.
  case attached
  /// Part of a live tree, and activated.
  case active
  /// Removed from its tree while its tasks finish. Values can be read, writes are rejected.
  case sealed
  /// Removed and finished. Plain data can still be read, with a report.
  case removed
  /// An immutable copy.
  case frozen

  /// Whether the context belongs to a live tree.
  @inlinable
  public var isLive: Bool {
    @inline(__always) get { self == .attached || self == .active }
  }
}

extension ContextPhase: AtomicRepresentable {
  /// The byte in atomic storage.
  public typealias AtomicRepresentation = UInt8.AtomicRepresentation

  /// The phase as the byte in atomic storage.
  @inlinable
  @inline(__always)
  public static func encodeAtomicRepresentation(
    _ phase: consuming ContextPhase
  ) -> AtomicRepresentation {
    UInt8.encodeAtomicRepresentation(phase.rawValue)
  }

  /// The phase of a byte in atomic storage.
  @inlinable
  @inline(__always)
  public static func decodeAtomicRepresentation(
    _ representation: consuming AtomicRepresentation
  ) -> ContextPhase {
    // SAFETY: made by `encodeAtomicRepresentation`; the raw values count the cases from zero, as their
    // bytes do.
    unsafe unsafeBitCast(UInt8.decodeAtomicRepresentation(representation), to: ContextPhase.self)
  }
}

extension Context {
  /// Whether this context belongs to a live tree.
  public var isLive: Bool {
    let lock = lock()
    defer { lock.unlock() }
    return phase.isLive
  }

  /// Whether this context was part of a tree that it has left.
  package var hasEnded: Bool { phase == .sealed || phase == .removed }
}
