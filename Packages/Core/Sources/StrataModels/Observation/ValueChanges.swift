@_spi(Strata) import StrataConcurrency
import StrataCore
import Synchronization

/// One change of a value.
struct ChangedValue<Value: Sendable>: Sendable {
  let old: Value
  let new: Value
  /// Counts from 1; each change has a higher number than those before.
  let number: Int
}

/// The changes of a value as a sequence, for as long as a model is active or the sequence is consumed.
struct ValueChanges<Value: Sendable>: Sendable {
  let sequence: MulticastSequence<ChangedValue<Value>>
  /// The number of the last delivered change.
  let latest: LatestNumber

  /// Begins to follow a value, now; for a model in no tree the sequence ends at once.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - callSite: The call site of its creation, for reports.
  ///   - context: The model's.
  ///   - initial: Whether the first value counts as a change, from itself to itself.
  ///   - policy: The changes to retain before they are requested.
  ///   - evaluate: Gives the value.
  ///   - differ: Whether a value counts as different from the one before.
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
    // The model's work retains the follower, so that it lasts until the model or the loop ends.
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
