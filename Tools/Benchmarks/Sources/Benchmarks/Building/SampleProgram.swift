/// A program of some models, each in a file of its own.
struct SampleProgram {
  enum Style: String {
    case macros = "Macros"
    case byHand = "ByHand"
    /// Structs that are no models, which take only the compiler's own time.
    case plain = "Plain"
  }

  let models: Int
  let style: Style

  /// The name of its target.
  var name: String { "\(style.rawValue)\(models)" }

  /// The program's name in a table.
  var title: String {
    switch style {
    case .macros: "build: \(models) models with macros"
    case .byHand: "build: \(models) models without macros"
    case .plain: "build: \(models) plain structs"
    }
  }

  var product: String {
    switch style {
    case .macros: #".product(name: "Strata", package: "Macros")"#
    case .byHand: #".product(name: "StrataModels", package: "Core")"#
    case .plain: ""
    }
  }

  /// The files, by their names.
  var files: [(name: String, text: String)] {
    let sum = (0..<models).map { "total += exercise\($0)()" }.joined(separator: "\n")
    return [("main.swift", "var total = 0\n\(sum)\nprint(total)\n")]
      + (0..<models).map { ("Part\($0).swift", file($0)) }
  }

  /// The file of a model; another revision differs in the body of a function.
  func file(_ number: Int, revision: Int = 0) -> String {
    """
    \(declaration(number))

    extension Part\(number) {
      var double: Int { count * 2 }

      \(style == .plain ? "mutating " : "")func step() {
        count += \(revision + 1)
        title = "step \\(count)"
        isOn.toggle()
      }
    }

    func exercise\(number)() -> Int {
      \(style == .plain ? "var part = Part\(number)()" : "let part = Part\(number)().withAnchor()")
      part.step()
      return part.double
    }

    """
  }

  private func declaration(_ number: Int) -> String {
    switch style {
    case .macros: "import Strata\n\n@Model " + structure(number)
    case .byHand: "import StrataModels\n\n" + byHand(number)
    case .plain: structure(number)
    }
  }

  private func structure(_ number: Int) -> String {
    """
    struct Part\(number) {
      var count = 0
      var title = "part"
      var isOn = false
    }
    """
  }

  private func byHand(_ number: Int) -> String {
    let properties = [("count", "Int"), ("title", "String"), ("isOn", "Bool")]
    let accessors = properties.enumerated().map { index, property in
      """
        var \(property.0): \(property.1) {
          get { modelNode[\(index)] }
          nonmutating set { modelNode[\(index)] = newValue }
          nonmutating _modify { yield &modelNode[\(index)] }
        }
      """
    }
    return """
      struct Part\(number): Model {
        static let modelLayout = ModelLayout<Part\(number)>("Part\(number)") {
          $0.slot("count", \\.count)
          $0.slot("title", \\.title)
          $0.slot("isOn", \\.isOn)
        }
        var modelNode = ModelNode<Part\(number)>()

      \(accessors.joined(separator: "\n"))

        init() {
          modelNode.initialize(0, to: 0)
          modelNode.initialize(1, to: "part")
          modelNode.initialize(2, to: false)
        }
      }
      """
  }
}

/// A program that measures reads and writes of a model in the configuration it is built for.
enum CostsProgram {
  static let name = "Costs"

  static let text = """
    import Foundation
    import Strata

    @Model struct Meter {
      var count = 0
    }

    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    func measure(_ name: String, _ body: (Int) -> Void) {
      let count = 100_000
      body(count)
      let rounds = (0..<21).map { _ in
        let start = now()
        body(count)
        return (now() - start) / Double(count)
      }
      print(name, rounds.map { "\\($0)" }.joined(separator: " "))
    }

    Thread.detachNewThread {}
    let meter = Meter().withAnchor()
    var sum = 0
    measure("read") { for _ in 0..<$0 { sum &+= meter.count } }
    measure("write") { for number in 0..<$0 { meter.count = number } }
    guard meter.count == 99_999 else { fatalError("a write was lost") }

    """
}
