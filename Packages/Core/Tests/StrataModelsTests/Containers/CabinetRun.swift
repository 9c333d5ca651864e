import StrataConcurrency
import StrataModels

/// Does random commands to a cabinet, in transactions and outside, and compares it with plain values.
struct CabinetRun {
  /// The difference.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// A binder in a slot: its id, its path in the slot, and the number of its state.
  private struct Held: Equatable {
    let id: Int
    var path = 0
    let state: Int
  }

  private enum Slot: CaseIterable {
    case single, choice, named, list, table, packed
  }

  private let cabinet = Cabinet().withAnchor()
  private var generator: SplitMix64
  /// The value of each state.
  private var counts: [Int] = []
  private var contents: [Slot: [Held]] = [:]
  /// The contents at the last commit, whose lifetimes can be continued.
  private var committed: [Slot: [Held]] = [:]

  /// Runs commands.
  ///
  /// - Throws: The difference.
  static func run(seed: Int) throws {
    var run = CabinetRun(generator: SplitMix64(seed: UInt64(seed)))
    for _ in 0..<6 {
      let cabinet = run.cabinet
      if run.random(3) > 0 {
        try cabinet.node.transaction {
          for _ in 0..<run.random(8) { try run.step("in a transaction") }
        }
      } else {
        try run.step("outside")
      }
      run.committed = run.contents
      try run.compare("after a commit")
      for held in run.binders where !held.node.context.isLive {
        throw Difference(description: "\(held.id) is not active")
      }
    }
  }

  private init(generator: SplitMix64) { self.generator = generator }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func step(_ place: String) throws {
    let slot = Slot.allCases.randomElement(using: &generator) ?? .list
    let text = perform(slot)
    try compare("\(place), after \(text) of \(slot)")
  }

  // MARK: What is expected

  private func held(_ slot: Slot) -> [Held] { contents[slot] ?? [] }

  /// Makes a binder; it continues a member of the last commit that the slot lacks by then.
  private mutating func make(
    _ id: Int,
    in slot: Slot,
    at path: Int = 0,
    beside: [Held]
  )
    -> (Binder, Held)
  {
    let count = random(90) + 10
    let binder = Binder(id: id, count: count)
    let member = committed[slot]?.first { $0.id == id && $0.path == path }
    if let member, !beside.contains(where: { $0.state == member.state }) { return (binder, member) }
    counts.append(count)
    return (binder, Held(id: id, path: path, state: counts.count - 1))
  }

  // MARK: Commands

  private mutating func perform(_ slot: Slot) -> String {
    switch slot {
    case .single, .choice, .named: performKeyed(slot)
    case .list, .table, .packed: performList(slot)
    }
  }

  private mutating func performKeyed(_ slot: Slot) -> String {
    let path = slot == .single ? 0 : random(2)
    // An enum and an optional have one binder at a time.
    let others = slot == .named ? held(slot).filter { $0.path != path } : []
    if random(4) == 0 {
      contents[slot] = others
      switch slot {
      case .single: cabinet.single = nil
      case .choice: cabinet.choice = .none
      default: cabinet.named[path] = nil
      }
      return "clear \(path)"
    }
    if random(3) == 0, let one = held(slot).first { return add(to: one, slot) }
    let (binder, new) = make(random(3), in: slot, at: path, beside: others)
    contents[slot] = (others + [new]).sorted { $0.path < $1.path }
    switch slot {
    case .single: cabinet.single = binder
    case .choice: cabinet.choice = path == 0 ? .left(binder) : .right(binder, note: "n")
    default: cabinet.named[path] = binder
    }
    return "put \(binder.id) at \(path)"
  }

  private mutating func performList(_ slot: Slot) -> String {
    let present = held(slot)
    switch random(7) {
    case 0, 1: return append(to: slot)
    case 2 where !present.isEmpty:
      let index = random(present.count)
      var rest = present
      rest.remove(at: index)
      let (binder, new) = make(present[index].id, in: slot, beside: rest)
      contents[slot]?[index] = new
      change(slot) { $0[index] = binder }
      return "replacement at \(index)"
    case 3 where !present.isEmpty:
      let index = random(present.count)
      contents[slot]?.remove(at: index)
      change(slot) { $0.remove(at: index) }
      return "removal at \(index)"
    case 4: return assign(slot)
    case 5:
      let order = counts
      contents[slot]?.sort { (order[$0.state], $0.id) < (order[$1.state], $1.id) }
      change(slot) { $0.sort { ($0.count, $0.id) < ($1.count, $1.id) } }
      return "sort"
    default:
      guard let one = present.randomElement(using: &generator) else { return "nothing" }
      return add(to: one, slot)
    }
  }

  private mutating func append(to slot: Slot) -> String {
    let present = held(slot)
    let id = random(5)
    guard !present.contains(where: { $0.id == id }) else { return "nothing" }
    let (binder, new) = make(id, in: slot, beside: present)
    contents[slot] = present + [new]
    change(slot) { $0.append(binder) }
    return "append \(id)"
  }

  private mutating func assign(_ slot: Slot) -> String {
    var (assigned, expected): ([Binder], [Held]) = ([], [])
    let living = found(slot)
    let kept = Set(held(slot).filter { _ in random(2) == 0 }.map(\.id))
    let stay = held(slot).filter { kept.contains($0.id) }
    for id in (0..<5).shuffled(using: &generator).prefix(random(5)) {
      if let one = stay.first(where: { $0.id == id }),
        let binder = living.first(where: { $0.id == id })
      {
        assigned.append(binder)
        expected.append(one)
      } else {
        let (binder, new) = make(id, in: slot, beside: [])
        assigned.append(binder)
        expected.append(new)
      }
    }
    contents[slot] = expected
    switch slot {
    case .list: cabinet.list = assigned
    case .packed: cabinet.packed = ContiguousArray(assigned)
    default: cabinet.table = IdentifiedArray(assigned)
    }
    return "assignment of \(expected.map(\.id))"
  }

  private mutating func add(to one: Held, _ slot: Slot) -> String {
    counts[one.state] += 7
    found(slot).first { $0.id == one.id }?.count += 7
    return "addition to \(one.id)"
  }

  /// Changes a list in place.
  private func change(_ slot: Slot, _ body: (inout [Binder]) -> Void) {
    switch slot {
    case .list: body(&cabinet.list)
    case .packed:
      var binders = Array(cabinet.packed)
      body(&binders)
      cabinet.packed = ContiguousArray(binders)
    default:
      var binders = Array(cabinet.table)
      body(&binders)
      follow(binders)
    }
  }

  /// Changes the identified array in place until it has these elements.
  private func follow(_ binders: [Binder]) {
    let ids = Set(binders.map(\.id))
    for id in cabinet.table.ids.filter({ !ids.contains($0) }) { cabinet.table.remove(id: id) }
    for (index, binder) in binders.enumerated() {
      if let present = cabinet.table[id: binder.id] {
        if !present.isSameModel(as: binder) { cabinet.table.updateOrAppend(binder) }
      } else {
        cabinet.table.append(binder)
      }
      if let from = cabinet.table.index(id: binder.id), from != index {
        cabinet.table.move(from: from, to: index)
      }
    }
  }

  // MARK: What is found

  private func found(_ slot: Slot) -> [Binder] {
    switch slot {
    case .single: cabinet.single.map { [$0] } ?? []
    case .choice: cabinet.choice.binder.map { [$0] } ?? []
    case .named: cabinet.named.sorted { $0.key < $1.key }.map(\.value)
    case .list: cabinet.list
    case .packed: Array(cabinet.packed)
    case .table: Array(cabinet.table)
    }
  }

  private var binders: [Binder] { Slot.allCases.flatMap { found($0) } }

  private func compare(_ place: String) throws {
    for slot in Slot.allCases {
      let expected = held(slot).map { [$0.id, counts[$0.state]] }
      let present = self.found(slot).map { [$0.id, $0.count] }
      guard present != expected else { continue }
      throw Difference(description: "\(place): \(slot) has \(present), not \(expected)")
    }
  }
}
