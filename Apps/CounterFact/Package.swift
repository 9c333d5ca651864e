// swift-tools-version: 6.2
import PackageDescription

let strata: Target.Dependency = .product(name: "Strata", package: "Macros")
let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let console: Target.Dependency = .product(name: "ProgramConsole", package: "ProgramParts")
let recording: Target.Dependency = .product(name: "ProgramRecording", package: "ProgramParts")
let streams: Target.Dependency = .product(name: "ProgramStreams", package: "ProgramParts")
let collecting: Target.Dependency = .product(
  name: "ProgramConsoleTesting",
  package: "ProgramParts"
)
let http: Target.Dependency = .product(name: "LoopbackHTTP", package: "ProgramParts")
let testing: Target.Dependency = .product(name: "StrataTesting", package: "Testing")
let modelsTesting: Target.Dependency = .product(name: "StrataModelsTesting", package: "Testing")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")
let start: Target.Dependency = .product(name: "ProgramStart", package: "ProgramParts")
let files: Target.Dependency = .product(name: "ProgramFiles", package: "ProgramParts")
let signals: Target.Dependency = .product(name: "ProgramSignals", package: "ProgramParts")
let version: Target.Dependency = .product(name: "ProgramVersion", package: "ProgramParts")
let network: Target.Dependency = .product(name: "ProgramHTTP", package: "ProgramParts")

let package = Package(
  name: "CounterFact",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "counterfact", targets: ["counterfact"])
  ],
  dependencies: [
    .package(path: "../ProgramParts"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/Testing"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CounterFactModels", dependencies: [strata, concurrency, network]),
    .target(
      name: "CounterFactConsole",
      dependencies: [
        "CounterFactModels", console, files, network, recording, signals, streams, version, strata,
        concurrency,
        dependencies,
        rendering,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(name: "counterfact", dependencies: ["CounterFactConsole", start]),
    .testTarget(
      name: "CounterFactModelsTests",
      dependencies: [
        "CounterFactModels", http, network, strata, concurrency, testing, modelsTesting,
      ]
    ),
    .testTarget(
      name: "CounterFactConsoleTests",
      dependencies: [
        "CounterFactConsole", "CounterFactModels", console, files, http, network, streams,
        collecting,
        version,
        concurrency,
        dependencies,
      ]
    ),
  ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .strictMemorySafety(),
      .treatAllWarnings(as: .error),
      .treatWarning("ExplicitSendable", as: .error),
    ]
}
