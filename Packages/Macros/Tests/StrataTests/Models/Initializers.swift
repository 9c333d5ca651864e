import Strata

struct Refused: Error {}

@Model struct Ranged {
  let id: Int
  var low: Int
  var high = 10
  var names: [String]
  var width: Int { high - low }

  init(id: Int, low: Int) {
    self.id = id
    self.low = low
    names = []
    for number in low..<high { names.append("\(number)") }
    high += 1
  }

  init(around middle: Int) {
    self.init(id: middle, low: middle - 1)
    high = middle + 1
  }

  init?(parsing text: String) {
    guard let low = Int(text) else { return nil }
    id = 0
    names = [text]
    self.low = low
  }

  init(checking low: Int) throws {
    if low < 0 { throw Refused() }
    self.low = low
    names = []
    id = low
  }
}

@Model struct Extended {
  var first: Int
  var second = "s"
}

extension Extended {
  init(twice number: Int) { self.init(first: number * 2) }
}

@Model struct Conditional {
  var first: Int
  #if true
  init() { first = 1 }
  #endif
}
