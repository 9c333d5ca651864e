// swift-tools-version: 6.2
import PackageDescription

let files: Target.Dependency = .product(name: "ProgramFiles", package: "ProgramParts")

let recording: Target.Dependency = .product(name: "ProgramRecording", package: "ProgramParts")

let typing: Target.Dependency = .product(name: "ProgramTyping", package: "ProgramParts")

let text: Target.Dependency = .product(name: "ProgramText", package: "ProgramParts")

let signals: Target.Dependency = .product(name: "ProgramSignals", package: "ProgramParts")

let arguments: Target.Dependency = .product(name: "ProgramArguments", package: "ProgramParts")

let streams: Target.Dependency = .product(name: "ProgramStreams", package: "ProgramParts")

let version: Target.Dependency = .product(name: "ProgramVersion", package: "ProgramParts")

let start: Target.Dependency = .product(name: "ProgramStart", package: "ProgramParts")

let package = Package(
  name: "Standups",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "standups", targets: ["standups"])
  ],
  dependencies: [
    .package(path: "../ProgramParts"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "StandupsData", dependencies: [files, text]),
    .target(
      name: "StandupsSamples",
      path: "Samples",
      resources: [
        .embedInCode("team.json"), .embedInCode("team.csv"), .embedInCode("transcript.txt"),
      ]
    ),
    .target(
      name: "StandupsFeatures",
      dependencies: [
        "StandupsData", files,
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataCore", package: "Core"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
      ]
    ),
    .target(
      name: "StandupsConsole",
      dependencies: [
        "StandupsData", "StandupsFeatures", "StandupsSamples", arguments, files, recording, signals,
        streams, text, typing, version,
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataCore", package: "Core"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(name: "standups", dependencies: ["StandupsConsole", start]),
    .testTarget(name: "StandupsDataTests", dependencies: ["StandupsData", files]),
    .testTarget(
      name: "StandupsFeaturesTests",
      dependencies: [
        "StandupsData", "StandupsFeatures",
        .product(name: "StrataModelsTesting", package: "Testing"),
        .product(name: "StrataTesting", package: "Testing"),
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
      ]
    ),
    .testTarget(
      name: "StandupsConsoleTests",
      dependencies: [
        "StandupsConsole", "StandupsData", "StandupsFeatures", streams, text, version,
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
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
