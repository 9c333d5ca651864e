// swift-tools-version: 6.2
import PackageDescription

// A program whose module is isolated to the main actor by default, as applications are set up. Every part of the
// library that would need a trick there fails to compile here.

let package = Package(
  name: "DefaultIsolation",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .target(
      name: "MainActorProgram",
      dependencies: [
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataEvents", package: "Events"),
        .product(name: "StrataExtensions", package: "Extensions"),
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataRendering", package: "Core"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    ),
    .testTarget(
      name: "MainActorProgramTests",
      dependencies: [
        "MainActorProgram",
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataEvents", package: "Events"),
        .product(name: "StrataExtensions", package: "Extensions"),
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataRendering", package: "Core"),
        .product(name: "StrataSources", package: "Sources"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .defaultIsolation(MainActor.self),
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
