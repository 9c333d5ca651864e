import Measuring
import StrataCore
import StrataDependencies
import StrataModels

/// A model that may have others below it.
struct Place: Model {
  static let modelLayout = ModelLayout<Place>("Place") { $0.slot("places", \.places) }
  var modelNode = ModelNode<Place>()

  var places: [Place] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(places: [Place] = []) { modelNode.initialize(0, to: places) }

  /// A chain with a number of models below the first.
  static func chain(_ depth: Int) -> (top: Place, bottom: Place) {
    let bottom = Place()
    var top = bottom
    for _ in 0..<depth { top = Place(places: [top]) }
    return (top.withAnchor(), bottom)
  }
}

extension LocalKeys {
  var visits: LocalStorage<Int> { .init(defaultValue: 0) }
}

extension EnvironmentKeys {
  var scale: EnvironmentStorage<Int> { .init(defaultValue: 1) }
}

extension PreferenceKeys {
  var weight: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

extension Place: DependencyKey {
  static let liveValue = Place()
}

extension DependencyValues {
  var place: Place { self[Place.self] }
}

/// The rows of values beside a model's properties, and of queries to the hierarchy.
enum HierarchyRows {
  static var all: [Workload] { values + gathered + [query(1_000)] }

  private static var values: [Workload] {
    [
      Workload("local value: read", budget: 4) {
        let place = Place().withAnchor()
        place.node.local.visits = 5
        return Prepared(isRight: place.node.local.visits == 5) { count in
          var sum = 0
          for _ in 0..<count { sum &+= place.node.local.visits }
          keep(sum)
        }
      },
      Workload("local value: write") {
        let place = Place().withAnchor()
        place.node.local.visits = 5
        return Prepared(isRight: place.node.local.visits == 5) { count in
          for number in 0..<count { place.node.local.visits = number }
        }
      },
      environment(0),
      environment(10),
      Workload("dependency that is a model: read") {
        let (top, bottom) = Place.chain(10)
        let isRight = bottom.node.place.isSameModel(as: top.node.place)
        return Prepared(isRight: isRight) { count in
          var sum = 0
          for _ in 0..<count where bottom.node.place.isSameModel(as: top) { sum &+= 1 }
          keep(sum)
        }
      },
    ]
  }

  private static func environment(_ depth: Int) -> Workload {
    Workload("environment: read what is set \(depth) up", budget: 6) {
      let (top, bottom) = Place.chain(depth)
      top.node.environment.scale = 3
      return Prepared(isRight: bottom.node.environment.scale == 3) { count in
        var sum = 0
        for _ in 0..<count { sum &+= bottom.node.environment.scale }
        keep(sum)
        withExtendedLifetime(top) {}
      }
    }
  }

  /// A thousand models, a hundred of them contributors.
  private static func contributors() -> Place {
    let root = Place(places: (0..<1_000).map { _ in Place() }).withAnchor()
    for index in 0..<100 { root.places[index * 10].node.preference.weight = 1 }
    return root
  }

  private static var gathered: [Workload] {
    [
      Workload("preference: read, 100 of 1,000 contribute", count: 100) {
        let root = contributors()
        return Prepared(isRight: root.node.preference.weight == 100) { count in
          var sum = 0
          for _ in 0..<count { sum &+= root.node.preference.weight }
          keep(sum)
        }
      },
      Workload("preference: contribute and read, 100 of 1,000", count: 100) {
        let root = contributors()
        let one = root.places[500]
        one.node.preference.weight = 2
        return Prepared(isRight: root.node.preference.weight == 101) { count in
          var sum = 0
          for number in 0..<count {
            one.node.preference.weight = number
            sum &+= root.node.preference.weight
          }
          keep(sum)
        }
      },
    ]
  }

  private static func query(_ size: Int) -> Workload {
    Workload("reduceHierarchy, per model", count: 100, divisor: Double(size)) {
      let root = Place(places: (0..<size).map { _ in Place() }).withAnchor()
      let ask = {
        root.node.reduceHierarchy(for: .descendants, transform: { _ in 1 }, into: 0) { $0 += $1 }
      }
      return Prepared(isRight: ask() == size) { count in
        var sum = 0
        for _ in 0..<count { sum &+= ask() }
        keep(sum)
      }
    }
  }
}
