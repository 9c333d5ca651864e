import StrataModels

/// A model that can be saved and may be in several places.
protocol Tied: SavableModel {
  init(_ number: Int)
  /// Greater than that of each model above.
  var number: Int { get }
  var count: Int { get nonmutating set }
  var kids: [Self] { get nonmutating set }
  var only: Self? { get nonmutating set }
}

/// One with a declared id; two models may have the same.
struct Tie: Tied {
  static let modelLayout = ModelLayout<Tie>("Tie") {
    $0.slot("count", \.count)
    $0.slot("kids", \.kids)
    $0.slot("only", \.only)
  }
  var modelNode = ModelNode<Tie>()
  let number: Int
  let id: Int

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var kids: [Tie] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var only: Tie? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init(_ number: Int) { self.init(number, id: number % 4) }

  init(_ number: Int, id: Int, kids: [Tie] = [], only: Tie? = nil) {
    self.number = number
    self.id = id
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: kids)
    modelNode.initialize(2, to: only)
  }

  init(saved values: SavedValues) throws {
    self.init(try values.decode("number"), id: try values.decode("id"))
  }
}

/// One whose id the library makes.
struct LooseTie: Tied {
  static let modelLayout = ModelLayout<LooseTie>("LooseTie") {
    $0.slot("count", \.count)
    $0.slot("kids", \.kids)
    $0.slot("only", \.only)
  }
  var modelNode = ModelNode<LooseTie>()
  let number: Int

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var kids: [LooseTie] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var only: LooseTie? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init(_ number: Int) {
    self.number = number
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: [LooseTie]())
    modelNode.initialize(2, to: nil as LooseTie?)
  }

  init(saved values: SavedValues) throws { self.init(try values.decode("number")) }
}

extension Tied {
  /// This model and all below it, each once.
  var all: [Self] {
    var all: [Self] = [self]
    var next = 0
    while next < all.count {
      for child in all[next].kids + (all[next].only.map { [$0] } ?? [])
      where !all.contains(where: { $0.isSameModel(as: child) }) {
        all.append(child)
      }
      next += 1
    }
    return all
  }

  /// The values, and which models are the same ones.
  var shape: [String] {
    let all = all
    func number(_ tie: Self) -> Int { all.firstIndex { $0.isSameModel(as: tie) } ?? -1 }
    return all.map { tie in
      "\(number(tie)): \(tie.count) \(tie.kids.map(number)) \(tie.only.map(number) ?? -1)"
    }
  }
}
