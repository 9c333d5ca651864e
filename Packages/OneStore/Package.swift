// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let events: Target.Dependency = .product(name: "StrataEvents", package: "Events")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")

let package = Package(
  name: "OneStore",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataOneStore", targets: ["StrataOneStore"])
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Core"),
    .package(path: "../Dependencies"),
    .package(path: "../Events"),
    .package(path: "../Extensions"),
  ],
  targets: [
    .target(
      name: "StrataOneStore",
      dependencies: [concurrency, core, dependencies, events, extensions, rendering]
    ),
    .testTarget(
      name: "StrataOneStoreTests",
      dependencies: [
        "StrataOneStore", concurrency, core, dependencies, events, extensions, rendering,
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
