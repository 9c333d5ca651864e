import Measuring
import Observation
import StrataModels

/// What screens show: a table of cards, a form and a tree five deep, each beside the same on `@Observable` classes.
enum ScreenRows {
  static var all: [Workload] {
    [form, build, readAll, writeOne, showDetail, readTracked, renderAgain, buildDeep, writeDeep]
  }

  private static let size = 1_000

  // MARK: The form

  /// One field of 30 changes; its validation and the form's are computed, the others are found.
  private static var form: Workload {
    Workload("form of 30 fields: change one and read its validation", count: 5_000) {
      let form = Form().withAnchor()
      form.fields[0].count = 1
      let isRight = form.validCount == 14
      let field = form.fields[10]
      return Prepared(isRight: isRight) { count in
        for number in 0..<count {
          field.count = number
          keep(form.validCount)
        }
      }
    }
    .beside(
      Alternative(.observable) {
        let form = ObservedForm()
        let field = form.fields[10]
        return { count in
          for number in 0..<count {
            field.count = number
            keep(form.validCount)
          }
        }
      }
    )
  }

  // MARK: The table

  private static var build: Workload {
    Workload("table of 1,000 cards: build, anchor and end, each", count: 20, divisor: Double(size))
    {
      Prepared(isRight: CardTable(count: size).rows.count == size) { count in
        for _ in 0..<count { keep(CardTable(count: size).withAnchor().rows.count) }
      }
    }
    .beside(
      Alternative(.observable) {
        { count in
          for _ in 0..<count { keep(ObservedTable(count: size).rows.count) }
        }
      }
    )
  }

  private static var readAll: Workload {
    Workload("table of 1,000 cards: read title and count, each", count: 100, divisor: Double(size))
    {
      let table = CardTable(count: size).withAnchor()
      return Prepared(isRight: table.rows[9].title == "Card") { count in
        for _ in 0..<count { keep(sum(of: table.rows)) }
      }
    }
    .beside(
      Alternative(.observable) {
        let table = ObservedTable(count: size)
        return { count in
          for _ in 0..<count { keep(sum(of: table.rows)) }
        }
      }
    )
  }

  private static var writeOne: Workload {
    Workload("table of 1,000 cards: write title and count of one", count: 50_000) {
      let table = CardTable(count: size).withAnchor()
      let card = table.rows[500]
      return Prepared(isRight: card.id == 500) { count in
        for number in 0..<count {
          card.title = title(number)
          card.count = number
        }
        withExtendedLifetime(table) {}
      }
    }
    .beside(
      Alternative(.observable) {
        let card = ObservedTable(count: size).rows[500]
        return { count in
          for number in 0..<count {
            card.title = title(number)
            card.count = number
          }
        }
      }
    )
  }

  private static var showDetail: Workload {
    Workload("table of 1,000 cards: show and hide a detail", count: 20_000, divisor: 2) {
      let table = CardTable(count: size).withAnchor()
      let card = table.rows[501]
      return Prepared(isRight: card.detail == nil) { count in
        for number in 0..<count {
          card.detail = Meter(count: number)
          card.detail = nil
        }
        withExtendedLifetime(table) {}
      }
    }
    .beside(
      Alternative(.observable) {
        let card = ObservedTable(count: size).rows[501]
        return { count in
          for _ in 0..<count {
            card.detail = Observed()
            card.detail = nil
          }
        }
      }
    )
  }

  // MARK: The table, behind Swift's observation

  /// A view that shows all rows renders.
  private static var readTracked: Workload {
    Workload(
      "1,000 cards in Swift's observation: read title and count, each",
      count: 20,
      divisor: Double(size)
    ) {
      let table = CardTable(count: size).withAnchor()
      return Prepared(isRight: tracked { sum(of: table.rows) } == sum(of: table.rows)) { count in
        for _ in 0..<count { keep(tracked { sum(of: table.rows) }) }
      }
    }
    .beside(
      Alternative(.observable) {
        let table = ObservedTable(count: size)
        return { count in
          for _ in 0..<count { keep(tracked { sum(of: table.rows) }) }
        }
      }
    )
  }

  /// Each row has a view of its own; one changes, and its view renders again.
  private static var renderAgain: Workload {
    Workload(
      "1,000 cards in Swift's observation: change one, and its view reads again",
      count: 5_000
    ) {
      let table = CardTable(count: size).withAnchor()
      let shown = Tally()
      for card in table.rows { show(card, shown) }
      let card = table.rows[500]
      card.count = 7
      return Prepared(isRight: shown.number == 1) { count in
        for number in 0..<count {
          show(card, shown)
          card.count = number
        }
        withExtendedLifetime(table) {}
      }
    }
    .beside(
      Alternative(.observable) {
        let table = ObservedTable(count: size)
        let shown = Tally()
        for card in table.rows { show(card, shown) }
        let card = table.rows[500]
        return { count in
          for number in 0..<count {
            show(card, shown)
            card.count = number
          }
        }
      }
    )
  }

  private static func tracked(_ body: () -> Int) -> Int {
    withObservationTracking(body) {}
  }

  private static func show(_ card: some CardValues, _ shown: Tally) {
    withObservationTracking {
      keep(card.title.utf8.count &+ card.count &+ (card.hasDetail ? 1 : 0))
    } onChange: {
      shown.add()
    }
  }

  private static func sum(of cards: [some CardValues]) -> Int {
    var sum = 0
    for card in cards { sum &+= card.count &+ card.title.utf8.count }
    return sum
  }

  private static func title(_ number: Int) -> String {
    number.isMultiple(of: 2) ? "even" : "odd"
  }

  // MARK: A tree five deep

  private static let depth = 5

  private static var buildDeep: Workload {
    Workload(
      "tree five deep: build, anchor and end, a level",
      count: 10_000,
      divisor: Double(depth)
    ) {
      Prepared(isRight: Branch(levels: depth).leaf?.count == 0) { count in
        for _ in 0..<count { keep(Branch(levels: depth).withAnchor().count) }
      }
    }
    .beside(
      Alternative(.observable) {
        { count in
          for _ in 0..<count { keep(ObservedBranch(levels: depth).count) }
        }
      }
    )
  }

  /// As a program does that has the root alone.
  private static var writeDeep: Workload {
    Workload("tree five deep: write the leaf and read it, from the root", count: 50_000) {
      let root = Branch(levels: depth).withAnchor()
      root.leaf?.count = 7
      return Prepared(isRight: root.leaf?.count == 7) { count in
        for number in 0..<count {
          root.leaf?.count = number
          keep(root.leaf?.count ?? 0)
        }
      }
    }
    .beside(
      Alternative(.observable) {
        let root = ObservedBranch(levels: depth)
        return { count in
          for number in 0..<count {
            root.leaf?.count = number
            keep(root.leaf?.count ?? 0)
          }
        }
      }
    )
  }
}

/// What a view of a card shows.
private protocol CardValues {
  var title: String { get }
  var count: Int { get }
  var hasDetail: Bool { get }
}

extension Card: CardValues {
  fileprivate var hasDetail: Bool { detail != nil }
}

/// A model with a name, a number and one of its kind below it.
private struct Branch: Model {
  static let modelLayout = ModelLayout<Branch>("Branch") {
    $0.slot("name", \.name)
    $0.slot("count", \.count)
    $0.slot("below", \.below)
  }
  var modelNode = ModelNode<Branch>()

  var name: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var count: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var below: [Branch] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init(levels: Int) {
    modelNode.initialize(0, to: "Branch")
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: levels == 1 ? [] : [Branch(levels: levels - 1)])
  }

  /// The model four levels below.
  var leaf: Branch? { below.first?.below.first?.below.first?.below.first }
}

@Observable
private final class ObservedBranch {
  var name = "Branch"
  var count = 0
  var below: [ObservedBranch]

  init(levels: Int) {
    below = levels == 1 ? [] : [ObservedBranch(levels: levels - 1)]
  }

  var leaf: ObservedBranch? { below.first?.below.first?.below.first?.below.first }
}

private enum ObservedScreen {
  case table([Observed])
  case meter(Observed)
}

@Observable
private final class ObservedCard: CardValues {
  let id: Int
  var title = "Card"
  var detail: Observed?
  var screen: ObservedScreen?
  var count = 0

  init(id: Int) {
    self.id = id
    detail = id.isMultiple(of: 2) ? Observed() : nil
    screen = id.isMultiple(of: 4) ? .meter(Observed()) : nil
  }

  var hasDetail: Bool { detail != nil }
}

@Observable
private final class ObservedTable {
  var rows: [ObservedCard]

  init(count: Int) { rows = (0..<count).map { ObservedCard(id: $0) } }
}

@Observable
private final class ObservedForm {
  var fields = (0..<30).map { _ in Observed() }

  func isValid(_ index: Int) -> Bool { fields[index].count.isMultiple(of: 2) }

  var validCount: Int { (0..<30).count(where: isValid) }
}
