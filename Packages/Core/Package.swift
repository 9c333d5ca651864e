// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let events: Target.Dependency = .product(name: "StrataEvents", package: "Events")

let package = Package(
  name: "Core",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataCore", targets: ["StrataCore"]),
    .library(name: "StrataRendering", targets: ["StrataRendering"]),
    .library(name: "StrataModels", targets: ["StrataModels"]),
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Dependencies"),
    .package(path: "../Events"),
    .package(path: "../Extensions"),
  ],
  targets: [
    .target(
      name: "StrataCore",
      dependencies: [concurrency, dependencies, events, extensions]
    ),
    .target(name: "StrataRendering", dependencies: ["StrataCore", concurrency]),
    .testTarget(
      name: "StrataRenderingTests",
      dependencies: ["StrataRendering", "StrataCore", concurrency]
    ),
    .target(
      name: "StrataModels",
      dependencies: [
        "StrataCore", "StrataRendering", concurrency, dependencies, events, extensions,
      ]
    ),
    .testTarget(
      name: "StrataModelsTests",
      dependencies: [
        "StrataModels", "StrataCore", "StrataRendering", concurrency, dependencies, events,
        extensions,
      ]
    ),
    .testTarget(
      name: "StrataCoreTests",
      dependencies: ["StrataCore", concurrency, events, extensions]
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
