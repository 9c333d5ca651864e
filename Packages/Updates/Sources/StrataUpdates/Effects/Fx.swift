import StrataConcurrency

/// Effects: the work beside the state, as a stream of actions that never fails.
///
/// An update returns effects as a value; the store runs them, sends the actions that they produce, and forgets them
/// when they end.
///
/// ```swift
/// struct Environment {
///   func authenticate(_ credentials: Credentials) -> Fx<Action> {
///     .future {
///       do { return .authenticated(try await service.logIn(credentials)) }
///       catch { return .failed("\(error)") }
///     }
///   }
/// }
/// ```
///
/// Effects never retain the store: they end when the store is released. They are values, so an update function stays a
/// function: nothing happens until a store runs them.
///
/// Outside of a store effects can be iterated as an asynchronous sequence; see
/// ``makeAsyncIterator()``.
@frozen
public struct Fx<Action: Sendable>: Sendable {
  @usableFromInline let content: Content?

  /// The work of the effects.
  ///
  /// `nil` in ``content`` stands for nothing, so an update without effects costs a word.
  @usableFromInline
  indirect enum Content: Sendable {
    /// Actions that are known already.
    case actions([Action])
    /// A body that runs as a task.
    case work(@Sendable (FxSend<Action>) async -> Void)
    /// All of them, in parallel.
    case merged([Fx])
    /// The effects, once some time has passed.
    case delayed(Duration, AnyClockSource, Fx)
    /// Effects that can be cancelled by an identity.
    case identified(EffectID, cancelsInFlight: Bool, Fx)
    /// The end of the effects with one of these identities.
    case cancellation([EffectID])
    /// Effects that start at most once in an interval.
    case throttled(Throttle, Fx)
  }

  @inlinable
  init(content: Content?) {
    self.content = content
  }

  /// No effects.
  @inlinable public static var empty: Fx { Fx(content: nil) }

  /// Whether there is nothing to do.
  @inlinable public var isEmpty: Bool { content == nil }
}

/// A clock that is not asked for its time before it is needed.
@usableFromInline
struct AnyClockSource: Sendable {
  private let body: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    body = { try await clock.sleep(for: $0) }
  }

  /// Waits; a wait of more than a hundred years counts as that, because no clock counts the longest of them.
  func sleep(for duration: Duration) async throws {
    try await body(min(duration, Self.longest))
  }

  private static var longest: Duration { .seconds(100 * 366 * 86_400) }
}

/// How often effects of one identity may start.
@usableFromInline
struct Throttle: Sendable {
  let id: EffectID
  let interval: Duration
  /// Whether effects that come too early wait, and replace those that wait; else they are dropped.
  let keepsLatest: Bool
  let clock: AnyClockSource
}
