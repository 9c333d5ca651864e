// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let recording: Target.Dependency = .product(name: "ProgramRecording", package: "ProgramParts")
let console: Target.Dependency = .product(name: "ProgramConsole", package: "ProgramParts")
let streams: Target.Dependency = .product(name: "ProgramStreams", package: "ProgramParts")
let collecting: Target.Dependency = .product(
  name: "ProgramConsoleTesting",
  package: "ProgramParts"
)
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let files: Target.Dependency = .product(name: "ProgramFiles", package: "ProgramParts")
let oneStore: Target.Dependency = .product(name: "StrataOneStore", package: "OneStore")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")
let start: Target.Dependency = .product(name: "ProgramStart", package: "ProgramParts")
let text: Target.Dependency = .product(name: "ProgramText", package: "ProgramParts")
let version: Target.Dependency = .product(name: "ProgramVersion", package: "ProgramParts")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

let package = Package(
  name: "Board",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "board", targets: ["board"])
  ],
  dependencies: [
    .package(path: "../ProgramParts"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Testing"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "BoardModels", dependencies: [extensions, oneStore]),
    .target(name: "BoardFile", dependencies: ["BoardModels", extensions, files, oneStore]),
    .target(
      name: "BoardConsole",
      dependencies: [
        "BoardFile", "BoardModels", argumentParser, console, dependencies, extensions, files,
        streams,
        version,
        oneStore, recording, rendering, text,
      ]
    ),
    .executableTarget(name: "board", dependencies: ["BoardConsole", start]),
    .target(
      name: "BoardFixtures",
      dependencies: ["BoardModels", extensions],
      path: "Tests/BoardFixtures"
    ),
    .testTarget(
      name: "BoardModelsTests",
      dependencies: [
        "BoardFixtures", "BoardModels", extensions, oneStore, rendering,
        .product(name: "StrataOneStoreTesting", package: "Testing"),
      ]
    ),
    .testTarget(
      name: "BoardFileTests",
      dependencies: ["BoardFile", "BoardFixtures", "BoardModels", extensions, files, oneStore]
    ),
    .testTarget(
      name: "BoardConsoleTests",
      dependencies: [
        "BoardConsole", "BoardFile", "BoardFixtures", "BoardModels", concurrency, console, streams,
        collecting,
        dependencies,
        extensions, oneStore,
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
