import StrataConcurrency
import StrataCore
import Synchronization
import Testing

@Suite struct VersionedValueTests {
  /// A context with one versioned slot, in a tree of its own.
  private final class Holder<Value: Sendable>: Sendable {
    let context: Context
    let slot = Slot<VersionedValue<Value>>(uncheckedIndex: 0)
    let version = Atomic<UInt64>(0)
    let anchor: Anchor

    init(_ value: Value) {
      let layout = Layout.single(
        of: Holder.self,
        "value",
        VersionedValue<Value>.self,
        name: "Holder"
      )
      context = Context(layout: layout)
      context.initialize(slot, to: VersionedValue(value))
      anchor = Anchor(context)
    }

    func set(_ value: Value) { context.replace(slot, with: value, publishing: version) }

    var current: VersionedValue<Value> { context.read(slot) }
    var published: UInt64 { version.load(ordering: .acquiring) }

    /// Logs each change, with `-` for an old value that was not retained.
    func log(_ log: Log) -> Subscription {
      let slot = slot
      return context.observe(slot) { change in
        let old = change.oldValue(as: slot).map { "\($0.value)" }
        log.add("\(old ?? "-") -> \(change.newValue(as: slot).value)")
      }
    }
  }

  @Test func eachSettingRaisesTheVersionAndPublishesIt() {
    let holder = Holder("a")
    #expect(holder.current == VersionedValue("a", version: 1))
    holder.set("b")
    #expect(holder.current.value == "b")
    #expect(holder.current.version == 2)
    #expect(holder.published == 2)
  }

  @Test func watchersAreToldOfEqualValuesTooAndSeeThePublishedVersion() {
    let holder = Holder(1)
    let told = Locked<[UInt64]>([], rank: .leaf)
    let slot = holder.slot
    let observation = holder.context.observe(slot) { [weak holder] change in
      let attachment = change.newValue(as: slot)
      #expect(holder?.published == attachment.version)
      #expect(change.oldValue(as: slot)?.version == attachment.version - 1)
      told.withLock { $0.append(attachment.version) }
    }
    holder.set(1)
    holder.set(1)
    #expect(told.withLock { $0 } == [2, 3])
    withExtendedLifetime(observation) {}
  }

  @Test func settingInATransactionIsOneChange() {
    let holder = Holder("a")
    let told = Locked<[String]>([], rank: .leaf)
    let slot = holder.slot
    let observation = holder.context.observe(slot) { change in
      let value = change.newValue(as: slot).value
      told.withLock { $0.append(value) }
    }
    holder.context.transaction {
      holder.set("b")
      holder.set("c")
    }
    #expect(told.withLock { $0 } == ["c"])
    #expect(holder.current.version == 3)
    #expect(holder.published == 3)
    withExtendedLifetime(observation) {}
  }

  @Test func formerValueIsReleasedOutsideTheLock() {
    final class Reader: Sendable {
      let read: @Sendable () -> Void
      init(_ read: @escaping @Sendable () -> Void) { self.read = read }
      deinit { read() }
    }
    let holder = Holder<Reader?>(nil)
    let reads = Locked(0, rank: .leaf)
    let read: @Sendable () -> Void = { [weak holder] in
      // With the lock still held this would end the program in a debug build.
      if holder?.current.value == nil { reads.withLock { $0 += 1 } }
    }
    holder.set(Reader(read))
    holder.set(nil)
    let observation = holder.context.observe(holder.slot) { _ in }
    holder.set(Reader(read))
    holder.set(nil)
    #expect(reads.withLock { $0 } == 2)
    withExtendedLifetime(observation) {}
  }

  @Test func valuesOfManyThreadsAreToldInTheOrderOfTheirVersions() {
    let holder = Holder([0])
    let told = Locked<[UInt64]>([], rank: .leaf)
    let slot = holder.slot
    let observation = holder.context.observe(slot) { change in
      let version = change.newValue(as: slot).version
      told.withLock { $0.append(version) }
    }
    onThreads(4) { thread in
      for number in 0..<500 {
        if number.isMultiple(of: 3) {
          // A change in place, which the writes of other threads wait for.
          holder.context[slot].append(thread)
        } else {
          holder.set([thread, number])
        }
      }
    }
    let versions = told.withLock { $0 }
    #expect(versions == Array(2...2_001))
    #expect(holder.current.version == 2_001)
    withExtendedLifetime(observation) {}
  }

  @Test func aChangeInPlaceCommitsBeforeItsObserversAreNotified() {
    let holder = Holder("a")
    let log = Log()
    let observation = holder.log(log)
    var memory = unsafe holder.context.beginChange(of: holder.slot)
    unsafe memory.pointee = VersionedValue("b", version: 2)
    unsafe holder.context.endChange(of: holder.slot, memory) { log.add("committed") }
    #expect(log.take() == ["committed", "a -> b"])
    unsafe memory = unsafe holder.context.beginChange(of: holder.slot)
    unsafe holder.context.endChange(of: holder.slot, memory) { log.add("committed") }
    #expect(log.take() == ["committed"])
    withExtendedLifetime(observation) {}
  }

  @Test func aChangeInPlaceOfANumberThatLeavesItNotifiesNoObserver() {
    let holder = Holder(1)
    let log = Log()
    let observation = holder.log(log)
    var memory = unsafe holder.context.beginChange(of: holder.slot)
    unsafe memory.pointee = VersionedValue(2, version: 2)
    unsafe holder.context.endChange(of: holder.slot, memory)
    unsafe memory = unsafe holder.context.beginChange(of: holder.slot)
    unsafe holder.context.endChange(of: holder.slot, memory)
    #expect(log.take() == ["1 -> 2"])
    withExtendedLifetime(observation) {}
  }

  /// A collection of which a second reference would mean a copy.
  private struct Tokens: Sendable, CustomStringConvertible {
    var list: [Int] = []
    var description: String { "\(list)" }
  }

  @Test func aChangeInPlaceOfAnIncomparableValueRetainsNoOldOne() {
    let holder = Holder(Tokens())
    let log = Log()
    let observation = holder.log(log)
    for number in 1...2 {
      let memory = unsafe holder.context.beginChange(of: holder.slot)
      unsafe memory.pointee.value.list.append(number)
      unsafe holder.context.endChange(of: holder.slot, memory) { log.add("committed") }
    }
    #expect(log.take() == ["committed", "- -> [1]", "committed", "- -> [1, 2]"])
    withExtendedLifetime(observation) {}
  }

  @Test func comparedByVersionAndWithoutOneByValue() {
    #expect(VersionedValue(1, version: 2) == VersionedValue(5, version: 2))
    #expect(VersionedValue(1, version: 2) != VersionedValue(1, version: 3))
    #expect(VersionedValue(1, version: 0) == VersionedValue(1, version: 0))
    #expect(VersionedValue(1, version: 0) != VersionedValue(2, version: 0))
  }

  @Test func layoutOfOneKindIsMadeOnce() {
    let (a, b) = (Holder(1), Holder(2))
    #expect(a.context.layout === b.context.layout)
    #expect(a.context.layout !== Holder("a").context.layout)
  }
}

extension VersionedValue<[Int]> {
  fileprivate mutating func append(_ element: Int) {
    value.append(element)
    version += 1
  }
}
