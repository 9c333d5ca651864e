import StrataExtensions
import StrataModels

/// A property of each kind that a failure has to write.
struct Gallery: Model {
  enum Mood: Equatable, Sendable {
    case sad
    case merry(at: Int, String)
    case none
  }

  struct Point: Equatable, Sendable { var x = 0 }

  static let modelLayout = ModelLayout<Gallery>("Gallery") {
    $0.slot("flag", \.flag)
    $0.slot("number", \.number)
    $0.slot("ratio", \.ratio)
    $0.slot("ratios", \.ratios)
    $0.slot("notANumber", \.notANumber)
    $0.slot("text", \.text)
    $0.slot("perhaps", \.perhaps)
    $0.slot("perhapsText", \.perhapsText)
    $0.slot("mood", \.mood)
    $0.slot("plainMood", \.plainMood)
    $0.slot("perhapsMood", \.perhapsMood)
    $0.slot("point", \.point)
    $0.slot("perhapsPoint", \.perhapsPoint)
    $0.slot("names", \.names)
    $0.slot("points", \.points)
    $0.slot("table", \.table)
  }
  var modelNode = ModelNode<Gallery>()

  var flag: Bool {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var number: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var ratio: Double {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var ratios: [Double] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }
  var notANumber: Double {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }
  var text: String {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
  }
  var perhaps: Int? {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
  }
  var perhapsText: String? {
    get { modelNode[7] }
    nonmutating set { modelNode[7] = newValue }
  }
  var mood: Mood {
    get { modelNode[8] }
    nonmutating set { modelNode[8] = newValue }
  }
  var plainMood: Mood {
    get { modelNode[9] }
    nonmutating set { modelNode[9] = newValue }
  }
  var perhapsMood: Mood? {
    get { modelNode[10] }
    nonmutating set { modelNode[10] = newValue }
  }
  var point: Point {
    get { modelNode[11] }
    nonmutating set { modelNode[11] = newValue }
  }
  var perhapsPoint: Point? {
    get { modelNode[12] }
    nonmutating set { modelNode[12] = newValue }
  }
  var names: [String] {
    get { modelNode[13] }
    nonmutating set { modelNode[13] = newValue }
  }
  var points: [Point] {
    get { modelNode[14] }
    nonmutating set { modelNode[14] = newValue }
  }
  var table: [String: Int] {
    get { modelNode[15] }
    nonmutating set { modelNode[15] = newValue }
  }

  init() {
    modelNode.initialize(0, to: false)
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: 0.0)
    modelNode.initialize(3, to: [] as [Double])
    modelNode.initialize(4, to: 0.0)
    modelNode.initialize(5, to: "")
    modelNode.initialize(6, to: 1 as Int?)
    modelNode.initialize(7, to: nil as String?)
    modelNode.initialize(8, to: Mood.sad)
    modelNode.initialize(9, to: Mood.none)
    modelNode.initialize(10, to: nil as Mood?)
    modelNode.initialize(11, to: Point())
    modelNode.initialize(12, to: nil as Point?)
    modelNode.initialize(13, to: [] as [String])
    modelNode.initialize(14, to: [] as [Point])
    modelNode.initialize(15, to: [:] as [String: Int])
  }

  func change() {
    flag = true
    number = -3
    ratio = 0.25
    ratios = [1.5, -.infinity]
    notANumber = .nan
    text = "a \"b\"\n\\"
    perhaps = nil
    perhapsText = "x"
    mood = .merry(at: 3, "b")
    plainMood = .sad
    perhapsMood = .some(.none)
    point = Point(x: 1)
    perhapsPoint = Point(x: 2)
    names = ["a", "b"]
    points = [Point(x: 3)]
    table = ["a": 1]
  }
}

/// Models in containers of all kinds.
struct Hall: Model {
  enum Place: ModelContainer, CasePathable {
    case street
    case garden(Counter)

    struct AllCasePaths: Sendable {
      var garden: CasePath<Place, Counter> {
        CasePath(embed: Place.garden) { if case .garden(let counter) = $0 { counter } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      guard case .garden(var counter) = self else { return }
      if visitor.visit(&counter) { self = .garden(counter) }
    }
  }

  static let modelLayout = ModelLayout<Hall>("Hall") {
    $0.slot("doors", \.doors)
    $0.slot("gate", \.gate)
    $0.slot("place", \.place)
    $0.slot("perhapsPlace", \.perhapsPlace)
    $0.slot("rooms", \.rooms)
  }
  var modelNode = ModelNode<Hall>()

  var doors: [Counter] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var gate: Counter? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var place: Place {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var perhapsPlace: Place? {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }
  var rooms: [String: Counter] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }

  init() {
    modelNode.initialize(0, to: [Counter(), Counter()])
    modelNode.initialize(1, to: Counter() as Counter?)
    modelNode.initialize(2, to: Place.garden(Counter()))
    modelNode.initialize(3, to: Place.garden(Counter()) as Place?)
    modelNode.initialize(4, to: ["k": Counter()])
  }

  func change() {
    doors[1].count = 1
    gate?.count = 2
    place[case: \.garden]?.count = 3
    perhapsPlace?[case: \.garden]?.count = 4
    rooms["k"]?.count = 5
  }
}
