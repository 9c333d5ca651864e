import Foundation
import StrataConcurrency
import StrataCore
import StrataModels
import Testing

/// A saved state with models in several places is restored whatever the places contain now.
@Suite struct SharedSavedStateTests {
  @Test func aSharedModelIsFoundInAnyOfItsPlaces() throws {
    let shared = Tie(1, id: 2)
    let tie = Tie(0, id: 1, kids: [shared], only: shared).withAnchor()
    let saved = try tie.savedState()
    let before = tie.only
    tie.kids = []
    tie.only?.count = 7
    try tie.restoreState(from: saved)
    #expect(tie.kids.map(\.count) == [0])
    #expect(tie.only?.count == 0)
    #expect(tie.only?.isSameModel(as: tie.kids[0]) == true)
    #expect(before?.isSameModel(as: shared) == true)
    #expect(tie.kids[0].isSameModel(as: shared))
  }

  @Test func aSharedModelBelowANewOneIsTheLivingOne() throws {
    let shared = Tie(2, id: 2)
    let tie = Tie(0, id: 1, kids: [Tie(1, id: 3, kids: [shared])], only: shared).withAnchor()
    let saved = try tie.savedState()
    tie.kids = []
    tie.only?.count = 7
    try tie.restoreState(from: saved)
    #expect(tie.kids[0].kids[0].isSameModel(as: shared))
    #expect(tie.only?.isSameModel(as: shared) == true)
    #expect(shared.count == 0)
  }

  @Test func twoModelsOfOneIdAreTwoAgain() throws {
    let tie = Tie(0, id: 1, kids: [Tie(1, id: 2)], only: Tie(2, id: 2)).withAnchor()
    tie.only?.count = 5
    let saved = try tie.savedState()
    tie.only = nil
    tie.only = tie.kids[0]
    try tie.restoreState(from: saved)
    #expect(tie.kids.map(\.count) == [0])
    #expect(tie.only?.count == 5)
    #expect(tie.only?.isSameModel(as: tie.kids[0]) == false)
    tie.only?.count = 6
    #expect(try tie.savedState() != saved)
  }

  @Test func oneModelInPlacesOfTwoWithItsIdIsOne() throws {
    let shared = Tie(1, id: 2)
    let tie = Tie(0, id: 1, kids: [shared], only: shared).withAnchor()
    let saved = try tie.savedState()
    tie.only = nil
    tie.only = Tie(3, id: 2)
    tie.only?.count = 9
    try tie.restoreState(from: saved)
    #expect(tie.only?.isSameModel(as: tie.kids[0]) == true)
    #expect(tie.only?.count == 0)
    #expect(shared.node.context.isLive)
  }

  @Test func theRestorationIsUndone() throws {
    let stack = ModelUndoStack()
    let shared = Tie(1, id: 2)
    let tie = Tie(0, id: 1, kids: [shared], only: shared)
      .withAnchor { $0.undoSystem.backend = stack }
    let saved = try tie.savedState()
    tie.kids = []
    tie.only?.count = 7
    let changed = tie.shape
    tie.node.trackUndo()
    try tie.restoreState(from: saved)
    let restored = tie.shape
    stack.undo()
    #expect(tie.shape == changed)
    stack.redo()
    #expect(tie.shape == restored)
  }

  private static func change<M: Tied>(_ root: M, _ generator: inout SplitMix64, _ last: inout Int) {
    let all = root.all
    let tie = all[Int.random(in: 0..<all.count, using: &generator)]
    // Models are above those of greater numbers alone, so that none is below itself.
    let below = all.filter { $0.number > tie.number }
    func child() -> M {
      if Bool.random(using: &generator), let one = below.randomElement(using: &generator) {
        return one
      }
      last += 1
      return M(last)
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2:
      let new = child()
      if !tie.kids.contains(where: { $0.id == new.id }) { tie.kids += [new] }
    case 3, 4: tie.only = child()
    case 5: tie.kids = Array(tie.kids.dropFirst())
    case 6: tie.only = nil
    default: tie.count = Int.random(in: 1..<100, using: &generator)
    }
  }

  private static func difference<M: Tied>(_ type: M.Type, seed: Int) throws -> String? {
    var generator = SplitMix64(seed: UInt64(seed))
    var last = 0
    let tie = M(0).withAnchor()
    for _ in 0..<Int.random(in: 1..<12, using: &generator) { change(tie, &generator, &last) }
    let (saved, shape) = (try tie.savedState(), tie.shape)
    for _ in 0..<Int.random(in: 1..<8, using: &generator) { change(tie, &generator, &last) }
    let former = tie.shape
    try tie.restoreState(from: saved)
    guard tie.shape == shape else {
      return "\(shape)\nchanged to \(former)\nis restored as \(tie.shape)"
    }
    let restored = tie.all
    try tie.restoreState(from: saved)
    guard zip(restored, tie.all).allSatisfy({ $0.isSameModel(as: $1) }) else {
      return "\(shape)\nis restored a second time with other models"
    }
    let fresh = M(0).withAnchor()
    try fresh.restoreState(from: saved)
    return try fresh.savedState() == saved ? nil : "\(shape)\nis restored as \(fresh.shape)"
  }

  @Test func aStateIsRestoredOverAnyOther() throws {
    for seed in 0..<Rounds.times(400) {
      for difference in [
        try Self.difference(Tie.self, seed: seed), try Self.difference(LooseTie.self, seed: seed),
      ] {
        guard let difference else { continue }
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }
}
