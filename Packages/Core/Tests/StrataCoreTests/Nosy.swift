/// A value whose equality runs a closure of the test.
struct Nosy: Equatable {
  @TaskLocal static var onCompare: (@Sendable () -> Void)?

  var number: Int

  static func == (a: Nosy, b: Nosy) -> Bool {
    onCompare?()
    return a.number == b.number
  }
}
