import StrataConcurrency

/// The observers that have read a slot in the open transaction that had written it.
///
/// They may have a value that is never committed. The commit therefore notifies them also if it leaves the slot as it
/// was, which is no change for the other observers.
struct UncommittedReads {
  /// Observers from this number on began in the transaction.
  private var firstBegun = UInt64.max
  /// Whether an observer has read the slot that began earlier, or with another slot.
  private var hasOthers = false

  mutating func note(_ reader: UncommittedReader) {
    switch reader {
    case .begun(let id): firstBegun = min(firstBegun, id)
    case .rereading: hasOthers = true
    }
  }

  /// Whether an observer is to be notified although the slot is as it was.
  func includes(_ observer: any SlotObserver, id: UInt64) -> Bool {
    id >= firstBegun || (hasOthers && observer is any RereadingObserver)
  }
}

/// How an observer has come to read a slot in a transaction.
enum UncommittedReader {
  /// It has begun to observe the slot, with a number.
  case begun(UInt64)
  /// It reads slots anew after each notification, and has read this one.
  case rereading
}

/// An observer that reads its slots anew when it is notified, so that one notification too many is harmless.
protocol RereadingObserver: SlotObserver {}

extension Context {
  /// Makes sure that an observer hears of the commit, if it reads what this thread's open transaction has written.
  ///
  /// Called with the lock held.
  func noteUncommittedRead(_ slot: Int, by reader: UncommittedReader) {
    if let producer { return producer.noteUncommittedRead() }
    guard unsafe headers[slot].flags.contains(.held),
      tree.transaction.owner == LogicalThread.current
    else { return }
    tree.heldChange(self, slot)?.uncommittedReads.note(reader)
  }
}
