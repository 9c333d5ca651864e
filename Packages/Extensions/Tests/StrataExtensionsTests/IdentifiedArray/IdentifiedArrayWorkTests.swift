import StrataExtensions
import Testing

/// The hashes and comparisons of ids in edits, at two sizes: the slope is counted, not timed.
///
/// The bounds include the checks of an edit in debug builds (three entries). A hash table which gives up an entry also
/// hashes the adjacent ones in the table. How many those are is chance, as hashes differ from process to process. So of
/// several removals the one that asks least counts.
@Suite struct IdentifiedArrayWorkTests {
  private func array(_ size: Int, _ counter: WorkCounter) -> IdentifiedArrayOf<Counted> {
    IdentifiedArray(uniqueElements: (0..<size).map { Counted(number: $0, counter: counter) })
  }

  @Test(arguments: [1_000, 50_000]) func editsInTheMiddleAskAsMuchAtAnySize(size: Int) {
    let counter = WorkCounter()
    var rows = array(size, counter)
    let insertion = counter.work {
      rows.insert(Counted(number: -1, counter: counter), at: size / 2)
    }
    #expect(insertion.hashes <= 6 && insertion.reads <= 6)
    let removal = counter.leastWork { rows.remove(at: size / 3) }
    #expect(removal.hashes <= 20 && removal.reads <= 5)
    var number = size / 4
    let byID = counter.leastWork {
      rows.remove(id: Counted.ID(number: number, counter: counter))
      number += 1
    }
    #expect(byID.hashes <= 20 && byID.reads <= 5)
    let move = counter.work { rows.move(from: 10, to: size - 100) }
    #expect(move.hashes <= 6 && move.reads <= 6)
    let swap = counter.work { rows.swapAt(10, size - 100) }
    #expect(swap.hashes <= 6 && swap.reads <= 6)
  }

  @Test(arguments: [1_000, 50_000]) func editsAtTheEndsAskAsMuchAtAnySize(size: Int) {
    let counter = WorkCounter()
    var rows = array(size, counter)
    let append = counter.work { rows.append(Counted(number: -1, counter: counter)) }
    #expect(append.hashes <= 3 && append.reads <= 3)
    let removeLast = counter.leastWork { rows.removeLast() }
    #expect(removeLast.hashes <= 18 && removeLast.reads <= 3)
    let prepend = counter.work { rows.insert(Counted(number: -1, counter: counter), at: 0) }
    #expect(prepend.hashes <= 5 && prepend.reads <= 5)
    let removeFirst = counter.leastWork { rows.removeFirst() }
    #expect(removeFirst.hashes <= 18 && removeFirst.reads <= 4)
    let nearEnd = counter.leastWork { rows.remove(at: rows.count - 5) }
    #expect(nearEnd.hashes <= 24 && nearEnd.reads <= 9)
  }

  @Test func upToEightElementsInTheMiddleAskForThemselvesAlone() {
    let counter = WorkCounter()
    var rows = array(1_000, counter)
    let new = (1...8).map { Counted(number: -$0, counter: counter) }
    let insertion = counter.work { rows.insert(contentsOf: new, at: 500) }
    #expect(insertion.hashes <= 8 * 6 && insertion.reads <= 8 * 6)
  }

  @Test func readingByPositionAsksNothing() {
    let counter = WorkCounter()
    let rows = array(100, counter)
    let reading = counter.work {
      #expect(rows[50].number == 50)
      #expect(rows.reduce(0) { $0 + $1.number } == 4_950)
    }
    #expect(reading.hashes == 0 && reading.reads == 0)
  }

  @Test func lookingUpAsksOnce() {
    let counter = WorkCounter()
    let rows = array(10_000, counter)
    let id = Counted.ID(number: 5_000, counter: counter)
    let lookup = counter.work { #expect(rows.index(id: id) == 5_000) }
    #expect(lookup.hashes == 1 && lookup.reads == 0)
  }

  @Test func appendingSequencesDoesNotReserveExactly() {
    var rows: IdentifiedArrayOf<Row> = []
    var capacities: Set<Int> = []
    for number in 0..<5_000 {
      rows.append(contentsOf: [Row(number)])
      capacities.insert(rows.elements.capacity)
    }
    #expect(capacities.count < 30)
  }
}
