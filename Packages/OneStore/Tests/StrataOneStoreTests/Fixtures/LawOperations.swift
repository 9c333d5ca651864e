import StrataOneStore

/// Numbers that look random, the same at each run.
struct RandomNumbers: Sendable {
  private var seed: UInt64

  init(_ seed: UInt64) { self.seed = seed }

  mutating func next(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((seed >> 33) % UInt64(max(limit, 1)))
  }
}

/// One change, of a store and of a plain value.
struct TableOperation {
  let name: String
  /// Changes a store by a view.
  let apply: (TableModel) -> Void
  /// Changes a plain value.
  let change: (inout TableModel.State) -> Void

  func apply(_ plain: inout TableModel.State) { change(&plain) }
}

/// Makes random changes.
struct TableOperations: Sendable {
  private var numbers: RandomNumbers
  private var lastID: Int
  private let living: LifeCount

  init(seed: UInt64, firstID: Int = 0, _ living: LifeCount) {
    numbers = RandomNumbers(seed)
    lastID = firstID
    self.living = living
  }

  // MARK: States

  private mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  private mutating func leaf(_ id: Int? = nil) -> LeafModel.State {
    .init(id: id ?? newID(), value: numbers.next(below: 4), token: living.makeToken())
  }

  /// Few ids, so that two cases often have the same.
  private mutating func detour() -> Detour? {
    let leaf = leaf(numbers.next(below: 2))
    switch numbers.next(below: 6) {
    case 0, 1: return .edit(leaf)
    case 2, 3: return .show(leaf)
    case 4: return .note("\(numbers.next(below: 2))")
    default: return nil
    }
  }

  private mutating func card(_ id: Int? = nil) -> CardModel.State {
    var card = CardModel.State(id: id ?? newID(), token: living.makeToken())
    for _ in 0..<numbers.next(below: 3) { card.items.append(leaf()) }
    if numbers.next(below: 3) == 0 { card.detour = detour() }
    return card
  }

  private mutating func column() -> ColumnModel.State {
    var column = ColumnModel.State(id: newID(), token: living.makeToken())
    for _ in 0..<numbers.next(below: 3) { column.cards.append(card()) }
    return column
  }

  // MARK: Lists

  /// A list with some elements left out, some moved, some changed and some new.
  private mutating func rearranged<Element>(
    _ elements: [Element],
    _ make: (inout Self) -> Element,
    _ change: (inout Self, inout Element) -> Void
  ) -> [Element] {
    var next = elements
    switch numbers.next(below: 6) {
    case 0: next.insert(make(&self), at: numbers.next(below: next.count + 1))
    case 1 where !next.isEmpty: next.remove(at: numbers.next(below: next.count))
    case 2 where next.count > 1:
      let element = next.remove(at: numbers.next(below: next.count))
      next.insert(element, at: numbers.next(below: next.count + 1))
    case 3 where !next.isEmpty: change(&self, &next[numbers.next(below: next.count)])
    case 4:
      for index in next.indices.reversed() where numbers.next(below: 4) == 0 {
        next.remove(at: index)
      }
      if next.count > 1 { next.swapAt(0, numbers.next(below: next.count)) }
      for index in next.indices where numbers.next(below: 2) == 0 { change(&self, &next[index]) }
      if numbers.next(below: 2) == 0 { next.append(make(&self)) }
    default: next.append(make(&self))
    }
    // Neither empty for long, nor ever longer.
    if next.count > 6 { next.removeSubrange(2..<5) }
    return next
  }

  private mutating func change(_ leaf: inout LeafModel.State) {
    leaf.value += numbers.next(below: 3)
  }

  private mutating func change(_ card: inout CardModel.State) {
    switch numbers.next(below: 5) {
    case 0: card.count += numbers.next(below: 3)
    case 1, 2: card.items = rearranged(card.items, { $0.leaf() }, { $0.change(&$1) })
    case 3: card.detour = detour()
    default:
      let other = self.card(card.id)
      let items = card.items
      card = other
      if numbers.next(below: 2) == 0 { card.items = items }
    }
  }

  private mutating func change(_ column: inout ColumnModel.State) {
    switch numbers.next(below: 6) {
    case 0: column.title = "\(numbers.next(below: 3))"
    default: column.cards = rearranged(column.cards, { $0.card() }, { $0.change(&$1) })
    }
  }

  private mutating func changeColumns(_ columns: inout IdentifiedArrayOf<ColumnModel.State>) {
    columns = .init(
      uniqueElements: rearranged(Array(columns), { $0.column() }, { $0.change(&$1) })
    )
  }

  // MARK: Operations

  /// A change of one column.
  mutating func nextOfColumn(
    _ column: ColumnModel.State
  ) -> @Sendable (inout ColumnModel.State) -> Void {
    var next = column
    change(&next)
    let result = next
    return { $0 = result }
  }

  /// A change of a table that is in a state.
  mutating func next(_ state: TableModel.State) -> TableOperation {
    switch numbers.next(below: 12) {
    case 0: return wholeTable(state, "whole value")
    case 1, 2: return ofColumns(state)
    case 3, 4: return ofOneColumn(state)
    case 5, 6: return ofOneCard(state)
    case 7: return ofOneLeaf(state)
    case 8: return ofFocus(state)
    case 9: return ofMain(state)
    case 10: return ofDetour(state)
    default: return ofRest(state)
    }
  }

  private func operation(
    _ name: String,
    _ change: @escaping @Sendable (inout TableModel.State) -> Void
  ) -> TableOperation {
    TableOperation(name: name, apply: { $0.change(change) }, change: change)
  }

  private mutating func wholeTable(_ state: TableModel.State, _ name: String) -> TableOperation {
    var next = state
    changeColumns(&next.columns)
    changeColumns(&next.columns)
    if numbers.next(below: 2) == 0 { next.focus = numbers.next(below: 2) == 0 ? nil : card() }
    if numbers.next(below: 2) == 0 { change(&next.main) }
    if numbers.next(below: 2) == 0 { next.detour = detour() }
    if numbers.next(below: 2) == 0 { next.loose = leaf(numbers.next(below: 2)) }
    next.title = "\(numbers.next(below: 3))"
    let result = next
    return operation(name) { $0 = result }
  }

  private mutating func ofColumns(_ state: TableModel.State) -> TableOperation {
    var columns = state.columns
    changeColumns(&columns)
    let result = columns
    return operation("columns") { $0.columns = result }
  }

  private mutating func ofOneColumn(_ state: TableModel.State) -> TableOperation {
    guard !state.columns.isEmpty else { return ofColumns(state) }
    let index = numbers.next(below: state.columns.count)
    var column = state.columns[index]
    change(&column)
    let result = column
    return TableOperation(name: "column \(column.id)") { table in
      table.$columns[index].change { $0 = result }
    } change: {
      $0.columns[index] = result
    }
  }

  private mutating func ofOneCard(_ state: TableModel.State) -> TableOperation {
    let indices = state.columns.indices.filter { !state.columns[$0].cards.isEmpty }
    guard !indices.isEmpty else { return ofColumns(state) }
    let index = indices[numbers.next(below: indices.count)]
    let position = numbers.next(below: state.columns[index].cards.count)
    var card = state.columns[index].cards[position]
    change(&card)
    let result = card
    return TableOperation(name: "card \(card.id)") { table in
      table.$columns[index].$cards[position].change { $0 = result }
    } change: {
      $0.columns[index].cards[position] = result
    }
  }

  /// A change by the view of a payload or of an item, wherever there is one.
  private mutating func ofOneLeaf(_ state: TableModel.State) -> TableOperation {
    let amount = numbers.next(below: 3)
    if let detour = state.detour, let leaf = detour.leaf {
      return TableOperation(name: "payload") { table in
        (detour.name == "edit" ? table.edited : table.showed)?.add(amount)
      } change: { state in
        var changed = leaf
        changed.value += amount
        state.detour = detour.name == "edit" ? .edit(changed) : .show(changed)
      }
    }
    guard !state.main.items.isEmpty else { return ofMain(state) }
    let index = numbers.next(below: state.main.items.count)
    return TableOperation(name: "item") { table in
      table.$main.$items[index].add(amount)
    } change: {
      $0.main.items[index].value += amount
    }
  }

  private mutating func ofFocus(_ state: TableModel.State) -> TableOperation {
    guard var focus = state.focus, numbers.next(below: 3) != 0 else {
      let result = state.focus == nil || numbers.next(below: 2) == 0 ? card() : nil
      return operation("focus is another") { $0.focus = result }
    }
    change(&focus)
    let result = focus
    return TableOperation(name: "focus") {
      $0.$focus?.change { $0 = result }
    } change: {
      $0.focus = result
    }
  }

  private mutating func ofMain(_ state: TableModel.State) -> TableOperation {
    guard numbers.next(below: 4) != 0 else {
      let result = card()
      return operation("main is another") { $0.main = result }
    }
    var main = state.main
    change(&main)
    let result = main
    return TableOperation(name: "main") {
      $0.$main.change { $0 = result }
    } change: {
      $0.main = result
    }
  }

  private mutating func ofDetour(_ state: TableModel.State) -> TableOperation {
    let result = detour()
    return operation("detour") { $0.detour = result }
  }

  private mutating func ofRest(_ state: TableModel.State) -> TableOperation {
    let number = numbers.next(below: 3)
    switch numbers.next(below: 4) {
    case 0: return operation("title") { $0.title = "\(number)" }
    case 1:
      let result = leaf(number)
      return operation("loose") { $0.loose = result }
    case 2:
      return TableOperation(name: "loose by its view") {
        $0.looseModel.add(number)
      } change: {
        $0.loose.value += number
      }
    default:
      return TableOperation(name: "thrown away") { table in
        try? table.change {
          $0.columns = []
          $0.detour = .note("never")
          throw CancellationError()
        }
      } change: { _ in
      }
    }
  }
}
