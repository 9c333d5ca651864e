#if os(Linux)
import Testing

/// Random initializers of models beside those of plain structs.
@Suite(.serialized) struct InitializerLawTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) ^ (state << 29)
    }
  }

  private static let common = """
    nonisolated(unsafe) var trail: [String] = []
    func note<Value>(_ value: Value) { trail.append("\\(value)") }
    func show<Value>(_ make: () -> Value) -> String {
      trail = []
      let value = make()
      return "\\(value) \\(trail)"
    }

    """

  @Test(arguments: [1, 2]) func initializersGiveWhatThoseOfPlainStructsGive(seed: UInt64) throws {
    var random = Numbers(state: seed)
    var source = Self.common
    for number in 0..<40 {
      let program = InitializerProgram(using: &random)
      let (plain, model) = ("Plain\(number)", "Made\(number)")
      source += program.declaration(plain, isModel: false)
      source += program.declaration(model, isModel: true)
      for argument in [1, 3, 4] {
        let values = "(\(program.result(plain, argument)), \(program.result(model, argument)))"
        source += "do { let (a, b) = \(values); if a != b { print(\"\(number):\", a, b) } }\n"
      }
    }
    source += "print(\"done\")\n"
    #expect(try Compiler.output(ofProgram: source) == ["done"], "\(source)")
  }

  @Test func aForgottenPropertyIsAnError() throws {
    var random = Numbers(state: 3)
    var source = Self.common
    var lines: [ClosedRange<Int>] = []
    while lines.count < 40 {
      let program = InitializerProgram(using: &random, isWrong: true)
      guard program.isWrong else { continue }
      let first = source.split(separator: "\n", omittingEmptySubsequences: false).count
      source += program.declaration("Made\(lines.count)", isModel: true)
      let next = source.split(separator: "\n", omittingEmptySubsequences: false).count
      // The compiler counts one line more, that of the import.
      lines.append(first + 1...next)
    }
    let errors = try Compiler.diagnostics(of: source, upTo: .flow)
      .filter { $0.contains(": error:") }
    let places = errors.compactMap { $0.split(separator: ":").first.flatMap { Int($0) } }
    for (number, range) in lines.enumerated() {
      #expect(places.contains(where: range.contains), "\(number): \(errors)")
    }
  }
}
#endif
