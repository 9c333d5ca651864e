// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let events: Target.Dependency = .product(name: "StrataEvents", package: "Events")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let models: Target.Dependency = .product(name: "StrataModels", package: "Core")
let oneStore: Target.Dependency = .product(name: "StrataOneStore", package: "OneStore")
let updates: Target.Dependency = .product(name: "StrataUpdates", package: "Updates")

let package = Package(
  name: "Testing",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataTesting", targets: ["StrataTesting"]),
    .library(name: "StrataModelsTesting", targets: ["StrataModelsTesting"]),
    .library(name: "StrataOneStoreTesting", targets: ["StrataOneStoreTesting"]),
    .library(name: "StrataUpdatesTesting", targets: ["StrataUpdatesTesting"]),
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Core"),
    .package(path: "../Dependencies"),
    .package(path: "../Events"),
    .package(path: "../Extensions"),
    .package(path: "../OneStore"),
    // For tests alone: the lines that failures of these dialects suggest.
    .package(path: "../Sources"),
    .package(path: "../Stores"),
    .package(path: "../Updates"),
  ],
  targets: [
    .target(
      name: "StrataTesting",
      dependencies: [core, concurrency, dependencies, events, extensions]
    ),
    .target(
      name: "StrataModelsTesting",
      dependencies: ["StrataTesting", models, core, concurrency, dependencies]
    ),
    .target(
      name: "StrataOneStoreTesting",
      dependencies: [
        "StrataTesting", oneStore, core, concurrency, dependencies, events, extensions,
      ]
    ),
    .target(
      name: "StrataUpdatesTesting",
      dependencies: ["StrataTesting", updates, core, concurrency, extensions]
    ),
    // What the tests of failures have in common.
    .testTarget(name: "StrataTestFindings", dependencies: ["StrataTesting", concurrency]),
    .testTarget(
      name: "StrataTestingTests",
      dependencies: [
        "StrataTesting", "StrataTestFindings", core, concurrency, updates,
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
      ]
    ),
    .testTarget(
      name: "StrataModelsTestingTests",
      dependencies: [
        "StrataModelsTesting", "StrataTesting", "StrataTestFindings", models, concurrency,
        dependencies,
      ]
    ),
    .testTarget(
      name: "StrataOneStoreTestingTests",
      dependencies: [
        "StrataOneStoreTesting", "StrataTesting", "StrataTestFindings", oneStore, concurrency,
        dependencies,
      ]
    ),
    .testTarget(
      name: "StrataUpdatesTestingTests",
      dependencies: [
        "StrataUpdatesTesting", "StrataTesting", "StrataTestFindings", updates, concurrency,
      ]
    ),
    // The same in XCTest, which needs a runner of its own.
    .testTarget(
      name: "StrataXCTestTests",
      dependencies: [
        "StrataModelsTesting", "StrataOneStoreTesting", "StrataTesting", models, oneStore,
        concurrency, .product(name: "StrataStores", package: "Stores"),
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
