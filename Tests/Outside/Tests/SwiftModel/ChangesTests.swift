import Observation
import Strata
import StrataConcurrency
import StrataTesting
import Testing

@Model struct Kid {
  var n = 0
  var text = ""
}

@Model struct Family {
  var n = 0
  var text = ""
  var tags: [String] = []
  var kid = Kid()
  var maybe: Kid?
  var kids: [Kid] = []
  var sum: Int { n + kid.n + kids.reduce(0) { $0 + $1.n } }
}

/// The consequences of a change.
struct ChangesTests {
  let log = Log()

  /// The model is in no tree when the observer reads it first.
  @Test func onChangeFollowsAModelThatIsAddedAfterwards() {
    let model = Family().withAnchor()
    let kid = Kid()
    model.node.onChange(of: kid.n, initial: false) { old, new in log.add("\(old)\(new) ") }
    model.maybe = kid
    kid.n = 1
    #expect(log.take() == "01 ")
  }

  @Test func onChangeIsCalledBeforeTheWriteReturns() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n) { old, new in log.add("\(old)\(new) ") }
    model.n = 1
    model.n = 5
    #expect(log.take() == "00 01 15 ")
  }

  @Test func equalWritesAreSilent() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { log.add("\($0)\($1) ") }
    model.n = 0
    model.n = 1
    model.n = 1
    #expect(log.take() == "01 ")
  }

  @Test func aComputedPropertyIsFollowedThroughItsParts() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.sum, initial: false) { log.add("\($0)>\($1) ") }
    model.kid.n = 2
    model.text = "x"
    model.kids.append(Kid(n: 5))
    model.kids[0].n = 6
    model.kids.removeAll()
    #expect(log.take() == "0>2 2>7 7>8 8>2 ")
  }

  @Test func aPairIsOneChange() {
    let model = Family().withAnchor()
    model.node.onChange(of: (model.n, model.text), initial: false) { old, new in
      log.add("\(old.0)\(old.1)>\(new.0)\(new.1) ")
    }
    model.node.transaction {
      model.n = 1
      model.text = "a"
    }
    model.text = "b"
    #expect(log.take() == "0>1a 1a>1b ")
  }

  @Test func aTransactionIsToldOnce() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { log.add("\($0)>\($1) ") }
    model.node.transaction {
      model.n = 1
      model.n = 2
      model.n = 3
    }
    #expect(log.take() == "0>3 ")
  }

  @Test func aTransactionThatEndsWhereItBeganIsSilent() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { log.add("\($0)>\($1) ") }
    model.node.transaction {
      model.n = 1
      model.n = 0
    }
    #expect(log.take() == "")
  }

  @Test func insideATransactionTheNewValuesAreRead() {
    let model = Family().withAnchor()
    let sum = model.node.transaction {
      model.n = 4
      return model.sum
    }
    #expect(sum == 4)
  }

  @Test func nestedTransactionsEndTogether() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { log.add("\($0)>\($1) ") }
    model.node.transaction {
      model.n = 1
      model.node.transaction { model.n = 2 }
      log.add("in ")
    }
    #expect(log.take() == "in 0>2 ")
  }

  @Test func anObserverThatWritesMakesARoundOfItsOwn() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { _, new in model.text = "n\(new)" }
    model.node.onChange(of: model.text, initial: false) { log.add("\($0)>\($1) ") }
    model.n = 1
    model.n = 2
    #expect(log.take() == ">n1 n1>n2 ")
  }

  @Test func aCancelledObserverHearsNoMore() {
    let model = Family().withAnchor()
    let token = model.node.onChange(of: model.n, initial: false) { log.add("\($0)>\($1) ") }
    model.n = 1
    token.cancel()
    model.n = 2
    #expect(log.take() == "0>1 ")
  }

  @Test func anObserverOfAChildEndsWithTheObserver() {
    let model = Family(maybe: Kid()).withAnchor()
    let kid = model.maybe
    kid?.node.onChange(of: kid?.n, initial: false) { log.add("\($0 ?? -1)>\($1 ?? -1) ") }
    kid?.n = 1
    model.maybe = nil
    #expect(log.take() == "0>1 ")
  }

  @Test func anOptionalChildComesAndGoes() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.maybe?.n, initial: false) { old, new in
      log.add("\(old.map(String.init) ?? "-")>\(new.map(String.init) ?? "-") ")
    }
    model.maybe = Kid(n: 1)
    model.maybe?.n = 2
    model.maybe = nil
    #expect(log.take() == "->1 1>2 2>- ")
  }

  @Test func touchNotifiesThoseWhoHaveRead() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n, initial: false) { log.add("\($0)>\($1) ") }
    model.node.touch(\.n)
    #expect(log.take() == "0>0 ")
    model.node.touch(\.text)
    #expect(log.take() == "")
  }

  @Test(.simulated(exhaustivity: .off)) func touchReachesSequences() async {
    let model = Family().withAnchor()
    let log = log
    model.node.forEach(model.change(of: \.n, initial: false)) { log.add("c\($0) ") }
    model.node.forEach(Observed(initial: false) { model.n }) { log.add("o\($0) ") }
    await settle()
    model.node.touch(\.n)
    await settle()
    #expect(Set(log.take().split(separator: " ")) == ["c0", "o0"])
  }

  @Model struct Doubling {
    var n = 0
    var doubled: [Int] = []
    func onActivate() {
      node.forEach(change(of: \.n)) { doubled.append($0 * 2) }
    }
  }

  @Test(.simulated(exhaustivity: .off)) func changesAsALoop() async {
    let model = Doubling().withAnchor()
    await settle()
    model.n = 1
    await settle()
    model.n = 2
    await settle()
    #expect(model.doubled == [0, 2, 4])
  }

  @Model struct Small {
    var n = 0
    func onActivate() { n = 7 }
  }

  @Model struct Big {
    var small = Small()
    var seen: [Int] = []
    func onActivate() {
      node.forEach(change(of: \.small.n, initial: false)) { seen.append($0) }
    }
  }

  @Test(.simulated(exhaustivity: .off)) func withoutTheFirstTheLoopBeginsWhereItIsCalled() async {
    let model = Big().withAnchor()
    await settle()
    #expect(model.seen == [7])
  }

  @Test(.simulated(exhaustivity: .off)) func observedIsASequenceOfAnyExpression() async {
    let model = Family().withAnchor()
    let log = log
    model.node.forEach(Observed(coalesceUpdates: false) { (model.n, model.text) }) {
      log.add("\($0)\($1) ")
    }
    await settle()
    model.n = 1
    model.text = "a"
    model.tags = ["x"]
    await settle()
    #expect(log.take() == "0 1 1a ")
  }

  @Test(.simulated(exhaustivity: .off)) func coalescedUpdatesShowTheLast() async {
    let model = Family().withAnchor()
    let log = log
    model.node.forEach(Observed { model.n }) { log.add("\($0) ") }
    await settle()
    for n in 1...5 { model.n = n }
    await settle()
    let seen = log.take()
    #expect(seen.hasPrefix("0 "))
    #expect(seen.hasSuffix("5 "))
    #expect(seen.count <= 6)
  }

  @Test func swiftsObservationSeesReads() {
    let model = Family().withAnchor()
    let log = log
    withObservationTracking {
      _ = model.n
    } onChange: {
      log.add("n")
    }
    model.text = "x"
    #expect(log.take() == "")
    model.n = 1
    #expect(log.take() == "n")
    model.n = 2
    #expect(log.take() == "")
  }

  @Test func swiftsObservationSeesChildren() {
    let model = Family(kids: [Kid(), Kid()]).withAnchor()
    let log = log
    withObservationTracking {
      _ = model.kids.map(\.n)
    } onChange: {
      log.add("x")
    }
    model.kids[0].text = "silent"
    #expect(log.take() == "")
    model.kids[1].n = 3
    #expect(log.take() == "x")
  }

  @Test func anOverwrittenListKeepsItsReadersInformed() {
    let model = Family(kids: [Kid(n: 1)]).withAnchor()
    model.node.onChange(of: model.kids.map(\.n), initial: false) { log.add("\($0)>\($1) ") }
    model.kids = [Kid(n: 2), Kid(n: 3)]
    model.kids[1].n = 4
    #expect(log.take() == "[1]>[2, 3] [2, 3]>[2, 4] ")
  }

  @Test func untrackedReadsDoNotCount() {
    let model = Family().withAnchor()
    model.node.onChange(
      of: withUntrackedModelReads { model.n } + model.kid.n,
      initial: false
    ) { log.add("\($0)>\($1) ") }
    model.n = 1
    #expect(log.take() == "")
    model.kid.n = 2
    #expect(log.take() == "0>3 ")
  }

  @Test func inPlaceChangesLoseNothingBetweenThreads() async {
    let model = Family().withAnchor()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { model.n += 1 } } }
    }
    #expect(model.n == 4_000)
  }

  @Test func otherThreadsNeverSeeTheMiddle() async {
    let model = Family().withAnchor()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for n in 1...2_000 {
          model.node.transaction {
            model.n = n
            model.kid.n = -n
          }
        }
      }
      group.addTask {
        for _ in 0..<2_000 {
          let sum = model.node.transaction { model.n + model.kid.n }
          #expect(sum == 0)
        }
      }
    }
  }

  @Test func modificationsAreToldOncePerTransaction() async {
    let model = Family(kids: [Kid()]).withAnchor()
    var changes = model.node.observeModifications().makeAsyncIterator()
    model.node.transaction {
      model.n = 1
      model.kids[0].n = 2
    }
    #expect(await changes.next() != nil)
    model.kids[0].text = "x"
    #expect(await changes.next() != nil)
  }

  @Test func callsKeepTheOrderOfRegistrationWhateverIsRead() {
    let model = Family().withAnchor()
    model.node.onChange(of: model.n == 1 ? model.text : "", initial: false) { log.add("a\($1) ") }
    model.node.onChange(of: model.text, initial: false) { log.add("b\($1) ") }
    model.n = 1
    model.text = "x"
    #expect(log.take() == "ax bx ")
    model.n = 2
    model.n = 1
    model.text = "y"
    #expect(log.take() == "a ax ay by ")
  }

  /// What begins in a transaction may see a value that is never committed, and is told of the committed one.
  @Test func whatBeginsInATransactionEndsWithItsResult() async throws {
    let model = Family().withAnchor()
    model.kid.n = 2
    #expect(model.node.memoize { model.sum } == 2)
    let isNotified = Locked(false, rank: .leaf)
    model.node.transaction {
      model.n = 1
      model.node.onChange(of: model.n) { log.add("n\($1) ") }
      model.node.onChange(of: model.node.memoize { model.sum }) { log.add("sum\($1) ") }
      withObservationTracking {
        _ = model.n
      } onChange: {
        isNotified.withLock { $0 = true }
      }
      model.n = 0
    }
    #expect(log.take() == "n1 sum3 n0 sum2 ")
    #expect(isNotified.withLock { $0 })
  }

  @Test func anEqualNumberInACallbackIsStored() {
    let gauge = Gauge().withAnchor()
    gauge.node.onChange(of: gauge.node.memoize { gauge.level + 1 }) { log.add("\($1) ") }
    gauge.node.onChange(of: gauge.reads, initial: false) { _, _ in gauge.level = -0.0 }
    gauge.reads = 1
    #expect(gauge.level.sign == .minus)
    #expect(log.take() == "1.0 ")
  }
}

@Model struct Gauge {
  var level = 0.0
  var reads = 0
}
