// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let events: Target.Dependency = .product(name: "StrataEvents", package: "Events")
let macros: Target.Dependency = .product(name: "Strata", package: "Macros")
let oneStore: Target.Dependency = .product(name: "StrataOneStore", package: "OneStore")
let sources: Target.Dependency = .product(name: "StrataSources", package: "Sources")
let stores: Target.Dependency = .product(name: "StrataStores", package: "Stores")
let updates: Target.Dependency = .product(name: "StrataUpdates", package: "Updates")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataInspector", targets: ["StrataInspector"])
  ],
  dependencies: [
    .package(path: "../Concurrency"),
    .package(path: "../Core"),
    .package(path: "../Events"),
    .package(path: "../Extensions"),
    .package(path: "../Macros"),
    .package(path: "../OneStore"),
    .package(path: "../Sources"),
    .package(path: "../Stores"),
    .package(path: "../Updates"),
  ],
  targets: [
    .target(
      name: "StrataInspector",
      dependencies: [concurrency, core, events, extensions]
    ),
    .testTarget(
      name: "StrataInspectorTests",
      dependencies: ["StrataInspector", concurrency, core, events, extensions, macros]
    ),
    .testTarget(
      name: "StrataInspectorDialectTests",
      dependencies: ["StrataInspector", core, extensions, oneStore, sources, stores, updates]
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
