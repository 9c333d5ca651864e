// swift-tools-version: 6.2
import PackageDescription

/// The libraries that workloads are written with.
let libraries: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataCore", package: "Core"),
  .product(name: "StrataDependencies", package: "Dependencies"),
  .product(name: "StrataEvents", package: "Events"),
  .product(name: "StrataExtensions", package: "Extensions"),
  .product(name: "StrataInspector", package: "Inspector"),
  .product(name: "StrataModels", package: "Core"),
  .product(name: "StrataOneStore", package: "OneStore"),
  .product(name: "StrataSources", package: "Sources"),
  .product(name: "StrataStores", package: "Stores"),
  .product(name: "StrataUpdates", package: "Updates"),
]
// StrataCore is named because its inlinable code is compiled into this target. SwiftPM compiles a target again when a
// product that it names has changed, but not for indirect dependencies.
/// The test libraries that workloads of models use.
let testing: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataCore", package: "Core"),
  .product(name: "StrataModels", package: "Core"),
  .product(name: "StrataModelsTesting", package: "Testing"),
  .product(name: "StrataTesting", package: "Testing"),
]
let parser: Target.Dependency = .product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "Benchmarks", targets: ["Benchmarks"]),
    .executable(name: "Gates", targets: ["Gates"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/Inspector"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CMachine"),
    .target(name: "Measuring", dependencies: ["CMachine"]),
    .target(name: "Workloads", dependencies: ["CMachine", "Measuring"] + libraries),
    .target(name: "TestWorkloads", dependencies: ["Measuring", "Workloads"] + testing),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Measuring", "TestWorkloads", "Workloads", parser]
    ),
    .executableTarget(name: "Gates", dependencies: ["Measuring", "Workloads", parser]),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
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
