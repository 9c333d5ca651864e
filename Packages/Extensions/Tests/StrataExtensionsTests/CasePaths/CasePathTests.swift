import StrataExtensions
import Testing

@Suite struct CasePathTests {
  private let edit = Destination.allCasePaths.edit
  private let record = Destination.allCasePaths.record

  @Test func extractsOnlyItsOwnCase() {
    #expect(edit.extract(from: .edit(Draft(title: "a"))) == Draft(title: "a"))
    #expect(edit.extract(from: .record(Draft(title: "a"))) == nil)
    #expect(edit.matches(.edit(Draft(title: ""))))
    #expect(!edit.matches(.idle))
  }

  @Test func embedsAndExtractsAreInverse() {
    let draft = Draft(title: "a", notes: [1])
    #expect(edit.embed(draft) == .edit(draft))
    #expect(edit.extract(from: edit.embed(draft)) == draft)
    let size = Destination.allCasePaths.sized.extract(from: .sized(width: 1, height: 2))
    #expect(size?.width == 1 && size?.height == 2)
  }

  @Test func modifiesOnlyItsOwnCase() {
    var value = Destination.edit(Draft(title: "a"))
    #expect(
      edit.modify(&value) {
        $0.title += "b"
        return 7
      } == 7
    )
    #expect(
      record.modify(&value) {
        $0.title = "no"
        return 7
      } == nil
    )
    #expect(value == .edit(Draft(title: "ab")))
  }

  @Test func modifiesWithoutCopyingThePayload() {
    func address(_ draft: Draft) -> UInt {
      unsafe draft.notes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    var notes = [1]
    notes.reserveCapacity(100)
    var value = Destination.edit(Draft(title: "", notes: notes))
    notes = []
    let before = edit.extract(from: value).map(address)
    edit.modify(&value) { $0.notes.append(2) }
    #expect(edit.extract(from: value)?.notes == [1, 2])
    #expect(edit.extract(from: value).map(address) == before)
  }

  @Test func putsThePayloadBackWhenAChangeThrows() {
    var value = Destination.edit(Draft(title: "a"))
    #expect(throws: Stop.self) {
      try edit.modify(&value) { (draft) throws(Stop) in
        draft.title = "b"
        throw Stop()
      }
    }
    #expect(value == .edit(Draft(title: "b")))
  }

  @Test func keepsAndReleasesPayloadsExactly() {
    final class Life: Sendable {}
    enum Holder: Sendable {
      case one(Life)
      case two
    }
    weak var first: Life?
    weak var second: Life?
    do {
      let path = CasePath<Holder, Life>(embed: Holder.one) {
        if case .one(let life) = $0 { life } else { nil }
      }
      var holder = Holder.one(Life())
      first = path.extract(from: holder)
      #expect(first != nil)
      path.modify(&holder) { $0 = Life() }
      #expect(first == nil)
      second = path.extract(from: holder)
      #expect(second != nil)
      holder = .two
      #expect(path.modify(&holder) { _ in } == nil)
    }
    #expect(second == nil)
  }

  @Test func composesWithCases() {
    let open = Destination.allCasePaths.route.appending(Route.allCasePaths.open)
    #expect(open.embed(3) == .route(.open(3)))
    #expect(open.extract(from: .route(.open(3))) == 3)
    #expect(open.extract(from: .route(.closed)) == nil)
    var value = Destination.route(.open(3))
    Destination.allCasePaths.route.open.modify(&value) { $0 += 1 }
    #expect(value == .route(.open(4)))
  }

  @Test func composesThroughOptionalPayloads() {
    let open = Destination.allCasePaths.maybe.open
    #expect(open.extract(from: .maybe(.open(1))) == 1)
    #expect(open.extract(from: .maybe(nil)) == nil)
    #expect(open.embed(2) == .maybe(.open(2)))
    #expect(Destination.allCasePaths.maybe.extract(from: .maybe(nil)) == .some(nil))
  }

  @Test func isAStaticMember() {
    let path: CasePath<Destination, Draft> = .byHand
    #expect(path.extract(from: .edit(Draft(title: "a")))?.title == "a")
    #expect(path.extract(from: .record(Draft(title: "a"))) == nil)
  }

  @Test func findsPayloadsByReflection() {
    let edit = CasePath(reflecting: Destination.edit)
    let record = CasePath(reflecting: Destination.record)
    #expect(edit.extract(from: .edit(Draft(title: "a"))) == Draft(title: "a"))
    #expect(record.extract(from: .edit(Draft(title: "a"))) == nil)
    #expect(edit.extract(from: .idle) == nil)
    let labeled = CasePath(reflecting: Destination.labeled)
    #expect(labeled.extract(from: .labeled(draft: Draft(title: "a"))) == Draft(title: "a"))
    let sized = CasePath(reflecting: { Destination.sized(width: $0, height: $1) })
    #expect(sized.extract(from: .sized(width: 1, height: 2)).map { $0 == (1, 2) } == true)
    let maybe = CasePath(reflecting: Destination.maybe)
    #expect(maybe.extract(from: .maybe(nil)) == .some(nil))
    #expect(maybe.extract(from: .route(.open(1))) == nil)
  }
}

extension CasePath where Root == Destination, Value == Draft {
  fileprivate static var byHand: Self {
    Self(embed: Destination.edit) { if case .edit(let draft) = $0 { draft } else { nil } }
  }
}
