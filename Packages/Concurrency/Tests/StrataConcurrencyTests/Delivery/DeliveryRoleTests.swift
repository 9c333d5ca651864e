import Testing

@testable import StrataConcurrency

// Threads that meet at random met between the two accesses that matter once in thousands of runs. Here another thread's
// whole step runs between each two accesses of the first, and a third thread's between each two of that. All steps run
// on one thread, always in the same order.

/// A word that lets others run before each access.
// SAFETY: used by the thread of its test alone.
private final class WatchedWord: RoleWord, @unchecked Sendable {
  var value = RoleSteps.idle
  var willAccess: () -> Void = {}

  func loadRelaxed() -> UInt32 {
    willAccess()
    return value
  }

  func storeReleasing(_ new: UInt32) {
    willAccess()
    value = new
  }

  func exchange(_ new: UInt32) -> UInt32 {
    willAccess()
    defer { value = new }
    return value
  }

  func replace(_ expected: UInt32, by new: UInt32) -> Bool {
    willAccess()
    guard value == expected else { return false }
    value = new
    return true
  }
}

/// A queue with a role, used as the stores use theirs, and others that come in between.
private final class Line {
  enum Step: CaseIterable {
    case queue
    case claim
  }

  let word = WatchedWord()
  var giveBack: (WatchedWord) -> Bool = { RoleSteps.giveBack($0) }
  private var queue: [Int] = []
  private(set) var delivered: [Int] = []
  private(set) var deliveryOwners = 0
  private(set) var mostDeliveryOwners = 0
  private var isLocked = false
  /// The threads that have not come yet: after how many accesses each comes, and its step.
  private var others: [(pause: Int, step: Step)]
  private var sent = 0

  init(_ others: [(pause: Int, step: Step)]) {
    self.others = others
    word.willAccess = { [unowned self] in pass() }
  }

  /// Whether nothing is left behind.
  var isIdle: Bool { queue.isEmpty && word.value == RoleSteps.idle && others.isEmpty }

  /// Lets the next thread in when its time has come; it would have to wait for the lock.
  private func pass() {
    guard !others.isEmpty else { return }
    others[0].pause -= 1
    letIn()
  }

  private func letIn() {
    guard !isLocked, let other = others.first, other.pause < 0 else { return }
    others.removeFirst()
    take(other.step)
  }

  func take(_ step: Step) {
    sent += 1
    let item = sent
    switch step {
    case .queue: enqueue(item)
    case .claim: RoleSteps.acquire(word) ? deliverAlone(item) : enqueue(item)
    }
  }

  /// Runs the steps that have not run until the end.
  func finish() {
    while let other = others.first {
      others.removeFirst()
      take(other.step)
    }
  }

  private func deliverAlone(_ item: Int) {
    deliver(item)
    if !giveBack(word) { drain() }
  }

  private func enqueue(_ item: Int) {
    let isMine = locked {
      queue.append(item)
      return RoleSteps.noteQueued(word)
    }
    if isMine { drain() }
  }

  private func drain() {
    while true {
      let next = locked { () -> Int? in
        if queue.isEmpty {
          RoleSteps.finish(word)
          return nil
        }
        return queue.removeFirst()
      }
      guard let next else { return }
      deliver(next)
    }
  }

  private func deliver(_ item: Int) {
    deliveryOwners += 1
    mostDeliveryOwners = max(mostDeliveryOwners, deliveryOwners)
    pass()
    delivered.append(item)
    deliveryOwners -= 1
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    isLocked = true
    let result = body()
    isLocked = false
    letIn()
    return result
  }
}

@Suite struct DeliveryRoleTests {
  /// The runs of three threads in which a job was lost, delivered twice or by two at once.
  private func failures(
    _ giveBack: @escaping (WatchedWord) -> Bool = { RoleSteps.giveBack($0) }
  ) -> [String] {
    var found: [String] = []
    for first in Line.Step.allCases {
      for second in Line.Step.allCases {
        for third in Line.Step.allCases {
          for pauses in (0..<8).flatMap({ a in (0..<8).map { (a, $0) } }) {
            let line = Line([(pauses.0, second), (pauses.1, third)])
            line.giveBack = giveBack
            line.take(first)
            line.finish()
            if !line.isIdle || line.delivered.sorted() != [1, 2, 3] || line.mostDeliveryOwners != 1
            {
              found.append("\(first), \(second) after \(pauses.0), \(third) after \(pauses.1)")
            }
          }
        }
      }
    }
    return found
  }

  @Test func nothingIsLeftBehindAtAnyMeetingOfThreeThreads() {
    #expect(failures().prefix(3) == [])
  }

  @Test func roleThatIsGivenBackInTwoStepsIsFoundOut() {
    let found = failures { word in
      guard word.loadRelaxed() == RoleSteps.running else { return false }
      word.storeReleasing(RoleSteps.idle)
      return true
    }
    #expect(!found.isEmpty)
  }

  @Test func roleThatIsGivenBackWithoutALookAtTheQueueIsFoundOut() {
    let found = failures { word in
      word.storeReleasing(RoleSteps.idle)
      return true
    }
    #expect(!found.isEmpty)
  }

  @Test func hasOneHolderAndIsFreeAgain() {
    // `#expect` cannot take values that are not copyable.
    let role = DeliveryRole()
    var alone = [role.isIdle, role.acquire(), role.acquire(), role.isIdle]
    #expect(alone == [true, true, false, false])
    alone = [role.giveBack(), role.isIdle, role.acquire(), role.giveBack()]
    #expect(alone == [true, true, true, true])
    _ = role.acquire()
    let left = [role.noteQueued(), role.giveBack()]
    #expect(left == [false, false])
    role.finish()
    let found = [role.isIdle, role.noteQueued(), role.noteQueued(), role.isIdle]
    #expect(found == [true, true, false, false])
    role.finish()
    let isFree = role.isIdle
    #expect(isFree)
  }
}
