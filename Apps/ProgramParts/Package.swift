// swift-tools-version: 6.2
import PackageDescription

// The common parts of the programs beside this folder.

let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let inspector: Target.Dependency = .product(name: "StrataInspector", package: "Inspector")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
]

let package = Package(
  name: "ProgramParts",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ProgramConsole", targets: ["ProgramConsole"]),
    .library(name: "ProgramVersion", targets: ["ProgramVersion"]),
    .library(name: "ProgramArguments", targets: ["ProgramArguments"]),
    .library(name: "ProgramStreams", targets: ["ProgramStreams"]),
    .library(name: "ProgramFiles", targets: ["ProgramFiles"]),
    .library(name: "ProgramRecording", targets: ["ProgramRecording"]),
    .library(name: "ProgramText", targets: ["ProgramText"]),
    .library(name: "ProgramTyping", targets: ["ProgramTyping"]),
    .library(name: "ProgramStart", targets: ["ProgramStart"]),
    .library(name: "ProgramSignals", targets: ["ProgramSignals"]),
    .library(name: "ProgramHTTP", targets: ["ProgramHTTP"]),
    .library(name: "ProgramConsoleTesting", targets: ["ProgramConsoleTesting"]),
    .library(name: "LoopbackHTTP", targets: ["LoopbackHTTP"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Inspector"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
  ],
  targets: [
    .target(name: "ProgramVersion"),
    .target(name: "ProgramArguments", dependencies: [argumentParser]),
    .target(name: "ProgramStreams"),
    .target(
      name: "ProgramConsole",
      dependencies: [
        "ProgramArguments", "ProgramFiles", "ProgramRecording", "ProgramSignals", "ProgramStreams",
        "ProgramText",
        dependencies, argumentParser, inspector,
      ]
    ),
    .target(
      name: "ProgramRecording",
      dependencies: ["ProgramFiles", argumentParser, inspector]
    ),
    .target(name: "ProgramFiles"),
    .target(name: "ProgramText"),
    .target(name: "ProgramTyping", dependencies: ["ProgramFiles", "ProgramText"]),
    .systemLibrary(name: "CMalloc"),
    .target(
      name: "ProgramStart",
      dependencies: [.target(name: "CMalloc", condition: .when(platforms: [.linux]))]
    ),
    .target(name: "ProgramSignals"),
    .target(name: "ProgramHTTP", dependencies: nio),
    .target(name: "ProgramConsoleTesting", dependencies: ["ProgramConsole", "ProgramStreams"]),
    .target(name: "LoopbackHTTP", dependencies: [concurrency]),
    .testTarget(
      name: "ProgramArgumentsTests",
      dependencies: ["ProgramArguments", argumentParser]
    ),
    .testTarget(
      name: "ProgramConsoleTests",
      dependencies: [
        "ProgramConsole", "ProgramConsoleTesting", "ProgramStreams", dependencies, argumentParser,
      ]
    ),
    .testTarget(name: "ProgramFilesTests", dependencies: ["ProgramFiles"]),
    .testTarget(name: "ProgramRecordingTests", dependencies: ["ProgramRecording", inspector]),
    .testTarget(name: "ProgramSignalsTests", dependencies: ["ProgramSignals"]),
    .testTarget(name: "ProgramStreamsTests", dependencies: ["ProgramStreams"]),
    .testTarget(name: "ProgramTextTests", dependencies: ["ProgramText"]),
    .testTarget(
      name: "ProgramTypingTests",
      dependencies: ["ProgramText", "ProgramTyping"]
    ),
    .testTarget(
      name: "ProgramHTTPTests",
      dependencies: [
        "LoopbackHTTP", "ProgramHTTP", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .testTarget(name: "LoopbackHTTPTests", dependencies: ["LoopbackHTTP"]),
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
