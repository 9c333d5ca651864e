// swift-tools-version: 6.2
import PackageDescription

// Tests that must fail: the omissions that a test can have, in each way of running it, at each stage, and in each
// dialect. The failures are compared with the expected ones.

let testing: [Target.Dependency] = [
  .product(name: "StrataTesting", package: "Testing"),
  .product(name: "StrataModelsTesting", package: "Testing"),
  .product(name: "StrataModels", package: "Core"),
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataDependencies", package: "Dependencies"),
]

let package = Package(
  name: "Mistakes",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .target(
      name: "Mistakes",
      dependencies: testing + [
        .product(name: "StrataOneStore", package: "OneStore"),
        .product(name: "StrataOneStoreTesting", package: "Testing"),
        .product(name: "StrataUpdatesTesting", package: "Testing"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    ),
    .testTarget(
      name: "MistakeTests",
      dependencies: testing + [
        "Mistakes",
        .product(name: "StrataUpdatesTesting", package: "Testing"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    ),
    // The same in XCTest, which runs its own tests.
    .testTarget(name: "MistakeXCTests", dependencies: testing + ["Mistakes"]),
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
