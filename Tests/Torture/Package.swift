// swift-tools-version: 6.2
import PackageDescription

// Attacks from outside: random damaged data for everything that decodes, and threads that pause nowhere.
// `make torture` runs them for minutes, each in a process of its own; the tests are the short form.

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")
let models: Target.Dependency = .product(name: "StrataModels", package: "Core")
let oneStore: Target.Dependency = .product(name: "StrataOneStore", package: "OneStore")
let sources: Target.Dependency = .product(name: "StrataSources", package: "Sources")
let stores: Target.Dependency = .product(name: "StrataStores", package: "Stores")
let updates: Target.Dependency = .product(name: "StrataUpdates", package: "Updates")

let package = Package(
  name: "Torture",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .target(
      name: "TortureCases",
      dependencies: [concurrency, extensions, models, oneStore, sources, stores, updates]
    ),
    .executableTarget(name: "torture", dependencies: ["TortureCases"]),
    .testTarget(name: "TortureTests", dependencies: ["TortureCases", extensions]),
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
