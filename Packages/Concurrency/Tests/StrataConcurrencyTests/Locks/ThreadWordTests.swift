import Foundation
import Testing

@testable import StrataConcurrency

@Suite("The word of each thread")
struct ThreadWordTests {
  private static let number = ThreadWord("ThreadWordTests")
  private static let object = ThreadWord("ThreadWordTests")
  // SAFETY: the word of a thread that ends is the address of a counter that the test retains.
  private static let ending = unsafe ThreadWord("ThreadWordTests") { address in
    let address: UnsafeMutableRawPointer? = unsafe address
    guard let address = unsafe address else { return }
    unsafe Unmanaged<Counter>.fromOpaque(address).takeUnretainedValue().add()
  }

  private final class Counter: Sendable {
    private let count = Locked(0, rank: .leaf)
    let added = DispatchSemaphore(value: 0)
    var value: Int { count.withLock { $0 } }

    func add() {
      count.withLock { $0 += 1 }
      added.signal()
    }
  }

  private struct Rejection: Error {}

  /// Runs a closure on threads of their own, and waits for it.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let ended = DispatchSemaphore(value: 0)
    for number in 1...count {
      Thread.detachNewThread {
        body(number)
        ended.signal()
      }
    }
    for _ in 1...count { ended.wait() }
  }

  @Test("Threads that make the key at once read what they have set themselves")
  func eachThreadHasAWord() {
    let wrong = Counter()
    onThreads(8) { number in
      if Self.number.bits != 0 { wrong.add() }
      for step in 1...1_000 {
        Self.number.bits = UInt(number * 10_000 + step)
        if Self.number.bits != UInt(number * 10_000 + step) { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test("An object is the word during a closure, and the outer one afterwards, also after an error")
  func anObjectIsBoundDuringAClosure() {
    let (outer, inner) = (Counter(), Counter())
    #expect(Self.object.object(Counter.self) == nil)
    Self.object.with(outer) {
      #expect(Self.object.object(Counter.self) === outer)
      #expect(throws: Rejection.self) {
        try Self.object.with(inner) {
          #expect(Self.object.object(Counter.self) === inner)
          throw Rejection()
        }
      }
      #expect(Self.object.object(Counter.self) === outer)
      Self.object.with(nil) { #expect(Self.object.object(Counter.self) == nil) }
    }
    #expect(Self.object.object(Counter.self) == nil)
  }

  @Test("An object is retained until the closure has returned")
  func anObjectIsRetained() {
    weak var retained: Counter?
    Self.object.with(
      {
        let made = Counter()
        retained = made
        return made
      }()
    ) {
      #expect(retained != nil)
    }
    #expect(retained == nil)
  }

  @Test("The end of a thread is reported once, with the word of that thread, if it has set one")
  func theEndOfAThreadIsReported() {
    let counters = (0..<6).map { _ in Counter() }
    onThreads(6) { number in
      if number <= 4 {
        // SAFETY: the test retains the counters until the threads have ended.
        unsafe Self.ending.address = Unmanaged.passUnretained(counters[number - 1]).toOpaque()
      }
    }
    for counter in counters.prefix(4) { counter.added.wait() }
    #expect(counters.map(\.value) == [1, 1, 1, 1, 0, 0])
  }

  /// As when threads make the key at once, which they do more often than the system has keys.
  @Test("A key that another thread has made first replaces the own one, which is given back")
  func superfluousKeysAreGivenBack() async {
    await #expect(processExitsWith: .success) {
      let key = Self.number.makeKey()
      for _ in 0..<3_000 { #expect(Self.number.makeKey() == key) }
    }
  }
}
