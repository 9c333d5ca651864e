import Foundation
import Measuring

/// A package of programs, and the compiler that builds them.
struct Workshop {
  enum Configuration: String {
    case debug
    case release
  }

  /// How often short operations are measured.
  static let rounds = 3

  private let folder = URL(filePath: ".build-programs", directoryHint: .isDirectory)
  private var scratch: URL { folder.appending(path: ".build") }

  /// Writes the package.
  ///
  /// - Throws: The errors of writing files.
  init(programs: [SampleProgram]) throws {
    let platforms = "[.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)]"
    let targets = programs.map { target($0.name, $0.product) }
    let costs = target(CostsProgram.name, #".product(name: "Strata", package: "Macros")"#)
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Programs",
        platforms: \(platforms),
        dependencies: [.package(path: "../Packages/Core"), .package(path: "../Packages/Macros")],
        targets: [
      \((targets + [costs]).joined(separator: "\n"))
        ]
      )

      """
    try? FileManager.default.removeItem(at: folder.appending(path: "Sources"))
    try write(manifest, "Package.swift")
    try write(CostsProgram.text, "Sources/\(CostsProgram.name)/main.swift")
    for program in programs {
      for file in program.files { try write(file.text, "Sources/\(program.name)/\(file.name)") }
    }
  }

  private func target(_ name: String, _ product: String) -> String {
    "    .executableTarget(name: \"\(name)\", dependencies: [\(product)]),"
  }

  private func write(_ text: String, _ path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  // MARK: Measurements

  /// Builds the code that all programs need; returns the seconds.
  func prepare(_ configuration: Configuration) throws -> Double {
    try build(CostsProgram.name, configuration)
  }

  func cleanBuilds(_ program: SampleProgram) throws -> [Double] {
    // The first build also makes caches and the like, which do not count as the program's.
    _ = try build(program.name, .debug)
    return try (0..<Self.rounds).map { _ in
      try forget(program, .debug)
      return try build(program.name, .debug)
    }
  }

  func changedBuilds(_ program: SampleProgram) throws -> [Double] {
    let number = program.models / 2
    return try (1...Self.rounds).map { revision in
      let text = program.file(number, revision: revision)
      try write(text, "Sources/\(program.name)/Part\(number).swift")
      return try build(program.name, .debug)
    }
  }

  /// Checks types in one process, as the part of a debug build does that makes the module, without making code.
  func typeChecks(_ program: SampleProgram) throws -> [Double] {
    let products = scratch.appending(path: "debug")
    let sources = program.files.map {
      folder.appending(path: "Sources/\(program.name)/\($0.name)").path
    }
    let plugin = products.appending(path: "StrataMacros-tool").path + "#StrataMacros"
    let command = [
      "swiftc", "-typecheck", "-wmo", "-swift-version", "6",
      "-I", products.appending(path: "Modules").path,
      "-load-plugin-executable", plugin,
    ]
    return try (0..<Self.rounds).map { _ in
      try Shell.seconds { _ = try Shell.output(of: command + sources) }
    }
  }

  /// The seconds of a clean build, and the bytes of the program.
  func buildForRelease(_ program: SampleProgram) throws -> (seconds: Double, bytes: Double) {
    try forget(program, .release)
    let seconds = try build(program.name, .release)
    let file = scratch.appending(path: "release/\(program.name)").resolvingSymlinksInPath()
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
    return (seconds, size?.doubleValue ?? 0)
  }

  /// The cost of reads and writes in each configuration, in lock pairs.
  func costs() throws -> [(name: String, figures: [Double])] {
    try [Configuration.debug, .release].flatMap { configuration in
      _ = try build(CostsProgram.name, configuration)
      let path = scratch.appending(path: "\(configuration.rawValue)/\(CostsProgram.name)").path
      let floor = LockPair.nanoseconds(over: 1_000_000)
      let lines = try Shell.output(of: [path]).split(separator: "\n")
      return lines.map { line -> (name: String, figures: [Double]) in
        let words = line.split(separator: " ")
        let figures = words.dropFirst().compactMap { Double($0) }.map { $0 / floor }
        return ("\(configuration.rawValue) build: \(words[0]) a property", figures)
      }
    }
  }

  // MARK: Building

  private func build(_ product: String, _ configuration: Configuration) throws -> Double {
    try Shell.seconds {
      _ = try Shell.output(of: [
        "swift", "build", "--package-path", folder.path, "--scratch-path", scratch.path,
        "--disable-build-manifest-caching", "-c", configuration.rawValue, "--product", product,
      ])
    }
  }

  /// Removes a program's build products, and nothing of the library's.
  private func forget(_ program: SampleProgram, _ configuration: Configuration) throws {
    let products = scratch.appending(path: configuration.rawValue)
    for name in ["\(program.name).build", "Modules/\(program.name).swiftmodule", program.name] {
      try? FileManager.default.removeItem(at: products.appending(path: name))
    }
  }
}
