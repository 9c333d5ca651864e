import ArticleOutput
import Strata

@Model struct Meter {
  let name: String
  var value = 0
}

extension Meter {
  init(doubling value: Int) { self.init(name: "double", value: 2 * value) }
}

@Model struct Volume {
  var level = 0 {
    didSet {
      if level > 10 { level = 10 }
      print("\(oldValue) to \(level)")
    }
  }
}

@Model struct Point: Equatable {
  var x: Int
  var y: Int
}

@Sendable func whatTheMacrosWrite() async throws {
  let meter = Meter(doubling: 4)
  print(meter.name, meter.value)  // double 8

  let volume = Volume().withAnchor()
  volume.level = 7
  volume.level += 7

  let point = Point(x: 1, y: 2)
  let twin = Point(x: 1, y: 2)
  print(point == twin)  // true
  print(point.isSameModel(as: twin))  // false
}
