import Testing

@_spi(Strata) @testable import StrataDependencies

@Suite struct DependencyStorageTests {
  private final class Object {}
  private let objects = (0..<1000).map { _ in Object() }

  private func entry(_ index: Int, _ value: Int) -> DependencyEntry {
    TypedDependencyEntry(key: ObjectIdentifier(objects[index]), value: value)
  }

  private func values(_ range: Range<Int>, _ value: Int) -> DependencyValues {
    var values = DependencyValues()
    for index in range { values.set(entry(index, value)) }
    return values
  }

  private func value(in values: DependencyValues, _ index: Int) -> Int? {
    guard let storage = values.storage else { return nil }
    let entry = unsafe storage.find(ObjectIdentifier(objects[index]))?.takeUnretainedValue()
    return (entry as? TypedDependencyEntry<Int>)?.value
  }

  @Test(arguments: [0, 1, 2, 3, 4, 8, 9, 1000])
  func findsWhatWasSetAndNothingElse(count: Int) {
    var values = DependencyValues()
    for index in 0..<count { values.set(entry(index, index)) }
    #expect((values.storage?.count ?? 0) == count)
    #expect(2 * count <= values.storage.map { $0.mask + 1 } ?? 0)
    for index in objects.indices {
      #expect(value(in: values, index) == (index < count ? index : nil))
    }
  }

  @Test func readingAnOverrideAsksForNoDiagnostic() {
    #expect(!entry(0, 0).isReported)
  }

  @Test func growsOnlyByDoubling() {
    var values = DependencyValues()
    var storages = Set<ObjectIdentifier>()
    for index in objects.indices {
      values.set(entry(index, index))
      if let storage = values.storage { storages.insert(ObjectIdentifier(storage)) }
    }
    #expect(values.storage?.mask == 2047)
    #expect(storages.count <= 10)
  }

  @Test func aCopyWithRoomForOneMoreIsNoLarger() {
    let shared = values(0..<1, 1)
    var copy = shared
    copy.set(entry(1, 1))
    #expect(copy.storage?.count == 2)
    #expect(copy.storage?.mask == shared.storage?.mask)
  }

  @Test func replacesTheValueOfAKey() {
    var values = DependencyValues()
    for value in 0..<100 { values.set(entry(0, value)) }
    #expect(values.storage?.count == 1)
    #expect(values.storage?.mask == 3)
    #expect(value(in: values, 0) == 99)
  }

  @Test func laysOneTableOverAnother() {
    let lower = values(0..<10, 1)
    let upper = values(5..<15, 2)
    let layered = upper.layered(over: lower)
    #expect(
      (0..<16).map { value(in: layered, $0) ?? 0 } == [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0,
      ]
    )
    #expect(value(in: lower, 5) == 1)
    #expect(value(in: lower, 12) == nil)
  }

  @Test func makesNoNewTableWhereOneHasTheKeysOfBoth() {
    let lower = values(0..<3, 1)
    let upper = values(0..<5, 2)
    #expect(upper.merged(over: lower).storage === upper.storage)
    #expect(lower.merged(over: upper).storage !== lower.storage)
    #expect(value(in: lower.merged(over: upper), 0) == 1)
    #expect(value(in: lower.merged(over: upper), 4) == 2)
  }

  @Test func releasesItsEntries() {
    final class Value: Sendable {}
    weak var replaced: Value?
    weak var kept: Value?
    do {
      var values = DependencyValues()
      for isLast in [false, true] {
        let value = Value()
        if isLast { kept = value } else { replaced = value }
        values.set(TypedDependencyEntry(key: ObjectIdentifier(objects[0]), value: value))
      }
      let copy = values.layered(over: self.values(1..<9, 1))
      #expect(replaced == nil)
      #expect(kept != nil)
      #expect(copy.storage?.count == 9)
    }
    #expect(kept == nil)
  }
}
