import Strata

@Model struct Box<Value: Equatable> where Value: Sendable {
  var value: Value
  let tag: String
}

@Model struct Holder<Child: Model> {
  var child: Child
  var all: [Child] = []
}

@Model struct Opaque<Value: Sendable> {
  var value: Value
}

struct Outer<Value: Equatable & Sendable> {
  @Model struct Inner {
    var value: Value
  }
}

extension Outer {
  @Model struct Other: Equatable {
    var number = 1
  }
}
