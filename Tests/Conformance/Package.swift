// swift-tools-version: 6.2
import PackageDescription

// The expectations that authors of reactive graphs share, checked against this engine. Each case counts how often every
// computation ran.

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")

let package = Package(
  name: "Conformance",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
  ],
  targets: [
    .target(name: "ReactiveGraphs", dependencies: [concurrency, core]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ReactiveGraphs", concurrency, core]
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
