import Strata

/// A model whose properties have observers.
@Model struct Thermostat {
  let log: Log
  var limit = 30
  var degrees = 20 {
    willSet {
      if newValue == 0 { return }
      log.add("will \(degrees) -> \(newValue)")
    }
    didSet {
      log.add("did \(oldValue) -> \(degrees)")
      if degrees > limit { degrees = limit }
    }
  }
  var rooms: [String] = [] {
    didSet(before) { log.add("\(before.count) -> \(rooms.count)") }
  }
  var sensor = CountModel() {
    didSet { self.log.add("sensor") }
  }
  var other = 0 {
    didSet { mirror() }
  }

  func mirror() { other = max(other, 3) }
}

/// A model with observers and an initializer of its own.
@Model struct Dial {
  let log: Log
  var degrees: Int {
    didSet { log.add("did \(oldValue) -> \(degrees)") }
  }

  init(log: Log) {
    self.log = log
    degrees = 1
    degrees = 2
  }
}
