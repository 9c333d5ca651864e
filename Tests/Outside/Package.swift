// swift-tools-version: 6.2
import PackageDescription

// Tests as a user of each earlier library would write them for a program of their own, from the documents and the
// reference alone. Each library has a folder. They find faults that no row of the contracts covers. They have the
// settings of a new package and not the house's.

let core: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataRendering", package: "Core"),
]

let package = Package(
  name: "Outside",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .testTarget(
      name: "StateKitOutsideTests",
      dependencies: core + [.product(name: "StrataStores", package: "Stores")],
      path: "Tests/StateKit"
    ),
    .testTarget(
      name: "ObservableStoreOutsideTests",
      dependencies: core + [
        .product(name: "StrataUpdates", package: "Updates"),
        .product(name: "StrataUpdatesTesting", package: "Testing"),
      ],
      path: "Tests/ObservableStore"
    ),
    .testTarget(
      name: "OneStateOutsideTests",
      dependencies: core + [
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataOneStore", package: "OneStore"),
        .product(name: "StrataOneStoreTesting", package: "Testing"),
        .product(name: "StrataTesting", package: "Testing"),
      ],
      path: "Tests/OneState"
    ),
    .testTarget(
      name: "SourceArchitectureOutsideTests",
      dependencies: core + [.product(name: "StrataSources", package: "Sources")],
      path: "Tests/SourceArchitecture"
    ),
    .testTarget(
      name: "SwiftModelOutsideTests",
      dependencies: core + [
        .product(name: "Strata", package: "Macros"),
        .product(name: "StrataDependencies", package: "Dependencies"),
        .product(name: "StrataExtensions", package: "Extensions"),
        .product(name: "StrataModelsTesting", package: "Testing"),
        .product(name: "StrataTesting", package: "Testing"),
      ],
      path: "Tests/SwiftModel"
    ),
  ]
)
