// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")

let package = Package(
  name: "Sources",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataSources", targets: ["StrataSources"])
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Core"),
    .package(path: "../Extensions"),
  ],
  targets: [
    .target(name: "StrataSources", dependencies: [concurrency, core, extensions, rendering]),
    .testTarget(
      name: "StrataSourcesTests",
      dependencies: ["StrataSources", concurrency, core, extensions, rendering]
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
