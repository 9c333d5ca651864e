// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "Benchmarks", targets: ["Benchmarks"])
  ],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .target(name: "CMachine"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMachine",
        .product(name: "StrataConcurrency", package: "Concurrency"),
        .product(name: "StrataCore", package: "Core"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataEvents", package: "Events"),
        .product(name: "StrataModels", package: "Core"),
        .product(name: "StrataUpdates", package: "Updates"),
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
