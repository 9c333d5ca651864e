@_spi(Strata) import StrataConcurrency
import StrataCore
import Synchronization

/// One change of a value.
struct ChangedValue<Value: Sendable>: Sendable {
  let old: Value
  let new: Value
  /// From 1; each change has a higher one than those before.
  let number: Int
}

/// The changes of a value as a sequence, for as long as a model lives or the sequence is consumed.
struct ValueChanges<Value: Sendable>: Sendable {
  let sequence: MulticastSequence<ChangedValue<Value>>
  /// The number of the last change that was told.
  let latest: LatestNumber

  /// Begins to follow a value, now; for a model in no tree the sequence ends at once.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
  ///   - context: The model's.
  ///   - initial: Whether the first value counts as a change, from itself to itself.
  ///   - policy: What is kept of changes that arrive before they are asked for.
  ///   - evaluate: Gives the value.
  ///   - differ: Whether a value counts as another than the one before.
  init(
    _ kind: String,
    at callSite: CallSite,
    of context: Context,
    initial: Bool,
    keeping policy: BufferingPolicy = .standard,
    evaluate: @escaping @Sendable () -> Value,
    differ: @escaping @Sendable (Value, Value) -> Bool
  ) {
    let changes = Multicast<ChangedValue<Value>>()
    let latest = LatestNumber()
    self.latest = latest
    guard context.isLive else {
      sequence = changes.subscribe(policy)
      changes.finish()
      return
    }
    let follower = ValueFollower(
      kind,
      at: callSite,
      initial: initial,
      evaluate: evaluate,
      differ: differ
    ) { old, new in
      changes.send(ChangedValue(old: old, new: new, number: latest.advance()))
    }
    // The model's work holds the follower, so that it lives until the model or the loop ends.
    let end = context.work.onEnding(at: callSite) {
      follower.cancel()
      changes.finish()
    }
    sequence = changes.subscribe(policy) {
      follower.cancel()
      end.discard()
    }
    follower.start(for: context)
  }
}

/// The number of the last of some changes.
final class LatestNumber: Sendable {
  private let number = Atomic<Int>(0)

  /// Counts one more.
  func advance() -> Int {
    number.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether there was a change after the one with a number.
  func isAbove(_ other: Int) -> Bool {
    number.load(ordering: .relaxed) > other
  }
}
