import Measuring
import StrataModels

/// The promises of values beside a model's properties.
enum HierarchyGates {
  static var all: [Gate] {
    [
      Gate("local value, read: instructions", .instructions(atMost: 430)) { _ in
        let place = Place().withAnchor()
        place.node.local.visits = 5
        return Gate.Operation { count in
          for _ in 0..<count { keep(place.node.local.visits) }
        }
      },
      Gate("environment, read 10 up: instructions", .instructions(atMost: 540)) { _ in
        let (top, bottom) = Place.chain(10)
        top.node.environment.scale = 3
        return Gate.Operation { count in
          for _ in 0..<count { keep(bottom.node.environment.scale) }
          withExtendedLifetime(top) {}
        }
      },
      Gate("environment, read 10 up: allocations", .allocations(atMost: 0)) { _ in
        let (top, bottom) = Place.chain(10)
        top.node.environment.scale = 3
        return Gate.Operation { count in
          for _ in 0..<count { keep(bottom.node.environment.scale) }
          withExtendedLifetime(top) {}
        }
      },
    ]
  }
}
