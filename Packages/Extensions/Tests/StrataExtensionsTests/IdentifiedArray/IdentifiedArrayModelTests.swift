import Testing

@_spi(Strata) @testable import StrataExtensions

/// Random commands on an identified array and on a plain one, which has to be equal after each.
@Suite struct IdentifiedArrayModelTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithAPlainArray(seed: UInt64) {
    var commands = Commands(seed: seed, size: seed == 4 ? 400 : 40)
    for step in 0..<10_000 {
      let name = commands.perform()
      guard commands.check() else {
        Issue.record("seed \(seed), step \(step), after \(name)")
        return
      }
    }
    #expect(commands.kinds.count == Commands.all.count)
  }

  /// A change log is taken every few commands; its edits have to lead from the old elements to the new.
  @Test(arguments: [5, 6] as [UInt64]) func journalsLeadFromOldToNew(seed: UInt64) {
    var commands = Commands(seed: seed, size: 30)
    var known = 0
    for round in 0..<3_000 {
      var replayed = commands.array.elements
      let token = commands.array.beginChangeLog()
      let names = (0..<Int.random(in: 0...6, using: &commands.generator)).map { _ in
        commands.perform()
      }
      guard let changeLog = commands.array.takeChangeLog(token) else {
        #expect(names.contains { ["sort", "reverse", "shuffle"].contains($0) }, "round \(round)")
        continue
      }
      known += 1
      for edit in changeLog { edit.apply(to: &replayed) }
      guard replayed == commands.array.elements else {
        Issue.record("seed \(seed), round \(round), after \(names)")
        return
      }
    }
    #expect(known > 1_000)
  }
}

private struct Commands {
  static let all: [(String, @Sendable (inout Commands) -> Void)] = [
    ("append", { $0.append() }), ("insert", { $0.insert() }), ("insert", { $0.insert() }),
    ("removeAt", { $0.removeAt() }), ("removeID", { $0.removeID() }),
    ("move", { $0.move() }), ("moveMany", { $0.moveMany() }), ("swap", { $0.swap() }),
    ("update", { $0.update() }), ("changePosition", { $0.changePosition() }),
    ("changeID", { $0.changeID() }), ("assignNil", { $0.assignNil() }),
    ("rename", { $0.rename() }), ("removeWhere", { $0.removeWhere() }),
    ("removeOffsets", { $0.removeOffsets() }), ("replaceRange", { $0.replaceRange() }),
    ("sort", { $0.sort() }), ("reverse", { $0.reverse() }), ("shuffle", { $0.shuffle() }),
    ("copy", { $0.copy() }),
  ]

  var generator: SeededGenerator
  var array: IdentifiedArrayOf<Row> = []
  var plain: [Row] = []
  var copies: [(IdentifiedArrayOf<Row>, [Row])] = []
  var kinds: Set<Int> = []
  let size: Int

  init(seed: UInt64, size: Int) {
    generator = SeededGenerator(seed: seed)
    self.size = size
  }

  mutating func perform() -> String {
    let kind = plain.count > size ? 3 : Int.random(in: 0..<Self.all.count, using: &generator)
    kinds.insert(kind)
    Self.all[kind].1(&self)
    return Self.all[kind].0
  }

  func check() -> Bool {
    #if DEBUG
    array.checkAllInvariants()
    #endif
    return array.elements == plain
      && plain.indices.allSatisfy { array.index(id: plain[$0].id) == $0 }
      && copies.allSatisfy { $0.0.elements == $0.1 }
  }

  private mutating func number(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
  private mutating func row() -> Row { Row(number(0..<size * 3), "\(number(0..<1_000))") }
  private mutating func position() -> Int? { plain.isEmpty ? nil : number(0..<plain.count) }
  private func owner(_ id: Int) -> Int? { plain.firstIndex { $0.id == id } }

  mutating func append() {
    let new = row()
    let owner = owner(new.id)
    if owner == nil { plain.append(new) }
    #expect(array.append(new) == (owner == nil, owner ?? plain.count - 1))
  }
  mutating func insert() {
    let (new, position) = (row(), number(0..<plain.count + 1))
    let owner = owner(new.id)
    if owner == nil { plain.insert(new, at: position) }
    #expect(array.insert(new, at: position) == (owner == nil, owner ?? position))
  }
  mutating func removeAt() {
    guard let position = position() else { return }
    #expect(array.remove(at: position) == plain.remove(at: position))
  }
  mutating func removeID() {
    let id = row().id
    #expect(array.remove(id: id) == owner(id).map { plain.remove(at: $0) })
  }
  mutating func move() {
    guard let source = position(), let target = position() else { return }
    array.move(from: source, to: target)
    plain.insert(plain.remove(at: source), at: target)
  }
  mutating func moveMany() {
    let target = number(0..<plain.count + 1)
    let offsets = Set((0..<number(0..<5)).compactMap { _ in position() })
    array.move(fromOffsets: offsets, toOffset: target)
    let moved = offsets.sorted().map { plain[$0] }
    let isLeft = { (position: Int) in !offsets.contains(position) }
    let indices = plain.indices
    plain =
      indices.filter { $0 < target && isLeft($0) }.map { plain[$0] } + moved
      + indices.filter { $0 >= target && isLeft($0) }.map { plain[$0] }
  }
  mutating func swap() {
    guard let first = position(), let second = position() else { return }
    array.swapAt(first, second)
    plain.swapAt(first, second)
  }
  mutating func update() {
    let new = row()
    let owner = owner(new.id)
    #expect(array.updateOrAppend(new) == owner.map { plain[$0] })
    if let owner { plain[owner] = new } else { plain.append(new) }
  }
  mutating func changePosition() {
    guard let position = position() else { return }
    array[position].title += "!"
    plain[position].title += "!"
  }
  mutating func changeID() {
    let id = row().id
    array[id: id]?.title += "?"
    if let owner = owner(id) { plain[owner].title += "?" }
  }
  mutating func assignNil() {
    let id = row().id
    array[id: id] = nil
    plain.removeAll { $0.id == id }
  }
  mutating func rename() {
    guard let position = position() else { return }
    let id = row().id
    guard owner(id) == nil else { return }
    array[position].id = id
    plain[position].id = id
  }
  mutating func removeWhere() {
    let part = number(0..<9)
    array.removeAll { $0.id % 9 == part }
    plain.removeAll { $0.id % 9 == part }
  }
  mutating func removeOffsets() {
    let offsets = Set((0..<number(0..<4)).compactMap { _ in position() })
    array.remove(atOffsets: offsets)
    for offset in offsets.sorted().reversed() { plain.remove(at: offset) }
  }
  mutating func replaceRange() {
    let start = number(0..<plain.count + 1)
    let end = number(start..<min(start + 4, plain.count) + 1)
    let new = (0..<number(0..<12)).map { _ in row() }
    array.replaceSubrange(start..<end, with: new)
    plain.removeSubrange(start..<end)
    var added: [Row] = []
    for row in new where owner(row.id) == nil && !added.contains(where: { $0.id == row.id }) {
      added.append(row)
    }
    plain.insert(contentsOf: added, at: start)
  }
  mutating func sort() {
    array.sort { $0.id < $1.id }
    plain.sort { $0.id < $1.id }
  }
  mutating func reverse() {
    array.reverse()
    plain.reverse()
  }
  mutating func shuffle() {
    var other = generator
    array.shuffle(using: &generator)
    plain.shuffle(using: &other)
  }
  mutating func copy() {
    copies.append((array, plain))
    if copies.count > 3 { copies.removeFirst() }
  }
}
