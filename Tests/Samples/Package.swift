// swift-tools-version: 6.2
import PackageDescription

// The samples of the documents that the library's dialects follow, word for word, with only the
// imports changed; what the documents leave out (types around statements, services, states that a
// sample uses and does not show) is added beside them, and said so. Each document is read as one
// program would be, so samples that declare the same names lie in targets of their own. What cannot
// compile in any case is listed in EXCEPTIONS.md.
//
// The targets have the settings of a new package and not the house's: the samples were written for
// such a one, and what they are to show is that they compile there.

let stateKitSamples = [
  "StateKitStates", "StateKitStore", "StateKitService", "StateKitSubscriptions",
  "StateKitControllers", "StateKitViews",
]

let observableStoreSamples = [
  "UpdatesCounter", "UpdatesEffects", "UpdatesAnimations", "UpdatesViews", "UpdatesComposition",
]

let swiftModelSamples = [
  "SwiftModelComposition", "SwiftModelWork", "SwiftModelSequences", "SwiftModelEvents",
  "SwiftModelViews", "SwiftModelStandups",
]

let sourceArchitectureSamples = [
  "SourcesPlaceholder", "SourcesQuote", "SourcesMocking", "SourcesAuthentication", "SourcesStatus",
  "SourcesLogging",
]

let core: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataRendering", package: "Core"),
]
let stateKit: [Target.Dependency] = core + [.product(name: "StrataStores", package: "Stores")]
let observableStore: [Target.Dependency] =
  core + [.product(name: "StrataUpdates", package: "Updates")]
let sourceArchitecture: [Target.Dependency] =
  core + [.product(name: "StrataSources", package: "Sources")]
let swiftModel: [Target.Dependency] =
  core + [
    .product(name: "Strata", package: "Macros"),
    .product(name: "StrataDependencies", package: "Dependencies"),
  ]

let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: stateKitSamples.map { .target(name: $0, dependencies: stateKit) }
    + observableStoreSamples.map { .target(name: $0, dependencies: observableStore) }
    + sourceArchitectureSamples.map { .target(name: $0, dependencies: sourceArchitecture) }
    + swiftModelSamples.map { .target(name: $0, dependencies: swiftModel) } + [
      .testTarget(
        name: "StateKitSampleTests",
        dependencies: stateKitSamples.map { .byName(name: $0) } + stateKit
      ),
      .testTarget(
        name: "ObservableStoreSampleTests",
        dependencies: observableStoreSamples.map { .byName(name: $0) } + observableStore
      ),
      .testTarget(
        name: "SwiftModelSampleTests",
        dependencies: swiftModelSamples.map { .byName(name: $0) } + swiftModel + [
          .product(name: "StrataModelsTesting", package: "Testing"),
          .product(name: "StrataTesting", package: "Testing"),
        ],
        // Two of the samples declare a dependency of one name.
        swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
      ),
      .testTarget(
        name: "SourceArchitectureSampleTests",
        dependencies: sourceArchitectureSamples.map { .byName(name: $0) } + sourceArchitecture
      ),
      .executableTarget(
        name: "ReadmeSample",
        dependencies: [.product(name: "Strata", package: "Macros")]
      ),
      .testTarget(name: "ReadmeSampleTests", dependencies: ["ReadmeSample"]),
    ]
)
