// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let models: Target.Dependency = .product(name: "StrataModels", package: "Core")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")
let sources: Target.Dependency = .product(name: "StrataSources", package: "Sources")
let stores: Target.Dependency = .product(name: "StrataStores", package: "Stores")
let updates: Target.Dependency = .product(name: "StrataUpdates", package: "Updates")

let package = Package(
  name: "Bridges",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataBridges", targets: ["StrataBridges"])
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Core"),
    .package(path: "../Sources"),
    .package(path: "../Stores"),
    .package(path: "../Updates"),
  ],
  targets: [
    .target(
      name: "StrataBridges",
      dependencies: [concurrency, models, rendering, sources, stores, updates]
    ),
    .testTarget(
      name: "StrataBridgesTests",
      dependencies: ["StrataBridges", concurrency, core, models, sources, stores, updates]
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
