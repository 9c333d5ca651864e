@_spi(Strata) import StrataExtensions
import Testing

@Suite struct IdentifiedArrayChangesTests {
  @Test func listsEditsInOrder() {
    var array = rows([1, 2, 3])
    let token = array.beginChangeLog()
    array.append(Row(4))
    array.remove(id: 1)
    array[id: 3]?.title = "three"
    array.move(from: 0, to: 2)
    array.insert(Row(5), at: 0)
    #expect(
      array.takeChangeLog(token) == [
        .insert(Row(4), at: 3),
        .remove(Row(1), at: 0),
        .replace(Row(3), with: Row(3, "three"), at: 1),
        .move(Row(2), from: 0, to: 2),
        .insert(Row(5), at: 0),
      ]
    )
  }

  @Test func isEmptyWhenNothingChanged() {
    var array = rows([1])
    let token = array.beginChangeLog()
    array.remove(id: 9)
    array.append(Row(1))
    #expect(array.takeChangeLog(token) == [])
  }

  @Test func mergesChangesOfOneElement() {
    var array = rows([1])
    let token = array.beginChangeLog()
    for _ in 0..<1_000 { array[0].title += "a" }
    array.append(Row(2))
    for _ in 0..<1_000 { array[id: 2]?.title += "b" }
    let changeLog = array.takeChangeLog(token)
    #expect(
      changeLog == [.replace(Row(1), with: array[0], at: 0), .insert(array[1], at: 1)]
    )
  }

  @Test func removesFromTheLastToTheFirst() {
    var array = rows(0..<4)
    let token = array.beginChangeLog()
    array.removeAll { $0.id % 2 == 0 }
    #expect(array.takeChangeLog(token) == [.remove(Row(2), at: 2), .remove(Row(0), at: 0)])
  }

  @Test func aRemovalOfAllElementsIsOneOfEach() {
    var array = rows(0..<2)
    let token = array.beginChangeLog()
    array.removeAll()
    #expect(array.takeChangeLog(token) == [.remove(Row(1), at: 1), .remove(Row(0), at: 0)])
  }

  @Test func anExchangeIsOneMoveOrTwo() {
    var array = rows(0..<4)
    var token = array.beginChangeLog()
    array.swapAt(1, 2)
    #expect(array.takeChangeLog(token) == [.move(Row(2), from: 2, to: 1)])
    token = array.beginChangeLog()
    array.swapAt(3, 0)
    #expect(
      array.takeChangeLog(token) == [.move(Row(3), from: 3, to: 0), .move(Row(0), from: 1, to: 3)]
    )
  }

  @Test func aTokenDoesNotTakeTheLogOfALaterBeginning() {
    var array = rows([1])
    let first = array.beginChangeLog()
    array.append(Row(2))
    let second = array.beginChangeLog()
    array.append(Row(3))
    var copy = array
    #expect(copy.takeChangeLog(first) == nil)
    #expect(array.takeChangeLog(second) == [.insert(Row(3), at: 2)])
  }

  @Test func isUnknownWhenAnotherArrayWasAssigned() {
    var array = rows([1])
    let token = array.beginChangeLog()
    array.append(Row(2))
    array = rows([1, 2])
    #expect(array.takeChangeLog(token) == nil)
  }

  @Test func isUnknownWhenAnArrayWithAnotherJournalWasAssigned() {
    var array = rows([1])
    var other = rows([1])
    let token = array.beginChangeLog()
    let otherToken = other.beginChangeLog()
    other.append(Row(2))
    array = other
    #expect(array.takeChangeLog(token) == nil)
    #expect(other.takeChangeLog(otherToken) == [.insert(Row(2), at: 1)])
  }

  @Test func isUnknownAfterReordering() {
    var array = rows([2, 1])
    let token = array.beginChangeLog()
    array.sort { $0.id < $1.id }
    #expect(array.takeChangeLog(token) == nil)
  }

  @Test func isUnknownPastItsBound() {
    var array = rows([0])
    var token = array.beginChangeLog()
    for id in 1...65 { array.append(Row(id)) }
    #expect(array.takeChangeLog(token)?.count == 65)
    array = rows([0])
    token = array.beginChangeLog()
    for id in 1...66 { array.append(Row(id)) }
    #expect(array.takeChangeLog(token) == nil)
    #expect(array.count == 67)
  }

  @Test func copiesDoNotTouchTheOriginalsJournal() {
    var array = rows([1])
    let token = array.beginChangeLog()
    array.append(Row(2))
    var copy = array
    copy.remove(id: 1)
    copy.append(Row(8))
    array.append(Row(3))
    #expect(array.takeChangeLog(token) == [.insert(Row(2), at: 1), .insert(Row(3), at: 2)])
    #expect(copy.ids == [2, 8])
  }

  @Test func aCopyAssignedBackBringsItsEdits() {
    var array = rows([1])
    let token = array.beginChangeLog()
    array.append(Row(2))
    var copy = array
    copy.append(Row(3))
    array.append(Row(4))
    array = copy
    #expect(array.takeChangeLog(token) == [.insert(Row(2), at: 1), .insert(Row(3), at: 2)])
  }

  @Test func aKeptCopyIsNotMistakenLater() {
    var array = rows([1])
    let first = array.beginChangeLog()
    array.append(Row(2))
    let kept = array
    #expect(array.takeChangeLog(first) != nil)
    let second = array.beginChangeLog()
    array = kept
    #expect(array.takeChangeLog(second) == nil)
  }

  @Test func aKeptCopyStopsRecording() {
    final class Life {}
    struct Owner: Identifiable {
      let id: Int
      let life: Life
    }
    weak var life: Life?
    var copy: IdentifiedArrayOf<Owner>
    do {
      let owner = Owner(id: 1, life: Life())
      life = owner.life
      var array: IdentifiedArrayOf<Owner> = [owner]
      let token = array.beginChangeLog()
      copy = array
      _ = array.takeChangeLog(token)
    }
    copy.remove(id: 1)
    #expect(life == nil)
  }

  @Test func endsWhenTaken() {
    var array = rows([1])
    let token = array.beginChangeLog()
    #expect(array.takeChangeLog(token) == [])
    array.append(Row(2))
    #expect(array.takeChangeLog(token) == nil)
  }

  @Test func beginsAgainFromNothing() {
    var array = rows([1])
    for id in 2..<10 {
      let token = array.beginChangeLog()
      array.append(Row(id))
      #expect(array.takeChangeLog(token) == [.insert(Row(id), at: id - 1)])
    }
    let dropped = array.beginChangeLog()
    array.removeLast()
    let token = array.beginChangeLog()
    array.removeLast()
    #expect(array.takeChangeLog(token) == [.remove(Row(8), at: 7)])
    #expect(array.takeChangeLog(dropped) == nil)
  }

  @Test func editsTurnAPlainArrayIntoTheNewOne() {
    var plain = [1, 2, 3]
    let edits: [IdentifiedArrayEdit<Int>] = [
      .insert(4, at: 1), .remove(1, at: 0), .replace(2, with: 5, at: 1), .move(4, from: 0, to: 2),
    ]
    for edit in edits { edit.apply(to: &plain) }
    #expect(plain == [5, 3, 4])
  }
}
