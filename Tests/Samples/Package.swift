// swift-tools-version: 6.2
import PackageDescription

// The samples of the documents that the library's dialects follow, word for word, with only the imports changed.
// Declarations that the documents leave out are added beside them, and marked as such: types around statements,
// services, and states that a sample uses and does not show. Each document is read as one program, so samples that
// declare the same names are in separate targets. EXCEPTIONS.md lists the code that cannot compile in any case.
//
// The targets have the settings of a new package and not the house's. The samples were written for such a package, and
// have to show that they compile there.

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

let oneStateSamples = [
  "OneStateCounter", "OneStateComposition", "OneStateViews", "OneStateWork", "OneStateEvents",
  "OneStateDependencies", "OneStateApp", "OneStateExtensions", "OneStateTroubleshooting",
]

let core: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataRendering", package: "Core"),
]
let stateKit: [Target.Dependency] = core + [.product(name: "StrataStores", package: "Stores")]
let observableStore: [Target.Dependency] =
  core + [.product(name: "StrataUpdates", package: "Updates")]
let oneState: [Target.Dependency] =
  core + [
    .product(name: "StrataDependencies", package: "Dependencies"),
    .product(name: "StrataOneStore", package: "OneStore"),
  ]
let sourceArchitecture: [Target.Dependency] =
  core + [.product(name: "StrataSources", package: "Sources")]
let swiftModel: [Target.Dependency] =
  core + [
    .product(name: "Strata", package: "Macros"),
    .product(name: "StrataDependencies", package: "Dependencies"),
  ]

// The programs of the packages' READMEs. That of `Packages/Testing` is a test.
let macros: Target.Dependency = .product(name: "Strata", package: "Macros")
let readmes: [(package: String, dependencies: [Target.Dependency])] = [
  (
    "Bridges",
    core + [macros, .product(name: "StrataBridges", package: "Bridges")]
      + sourceArchitecture.suffix(1)
  ),
  ("Concurrency", core),
  ("Core", [.product(name: "StrataModels", package: "Core")]),
  ("Dependencies", [.product(name: "StrataDependencies", package: "Dependencies")]),
  ("Events", [.product(name: "StrataEvents", package: "Events")]),
  ("Extensions", [.product(name: "StrataExtensions", package: "Extensions")]),
  ("Inspector", [macros, .product(name: "StrataInspector", package: "Inspector")]),
  ("Macros", [macros]),
  ("OneStore", oneState),
  ("Sources", sourceArchitecture),
  ("Stores", stateKit),
  ("Updates", observableStore),
]

let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Bridges"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/Inspector"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: stateKitSamples.map { .target(name: $0, dependencies: stateKit) }
    + observableStoreSamples.map { .target(name: $0, dependencies: observableStore) }
    + oneStateSamples.map { .target(name: $0, dependencies: oneState) }
    + sourceArchitectureSamples.map { .target(name: $0, dependencies: sourceArchitecture) }
    + swiftModelSamples.map { .target(name: $0, dependencies: swiftModel) }
    + readmes.map {
      .executableTarget(name: "\($0.package)Readme", dependencies: $0.dependencies)
    } + [
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
        name: "OneStateSampleTests",
        dependencies: oneStateSamples.map { .byName(name: $0) } + oneState + [
          .product(name: "StrataOneStoreTesting", package: "Testing")
        ],
        // Several of the samples declare a dependency of one name.
        swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
      ),
      .testTarget(
        name: "SourceArchitectureSampleTests",
        dependencies: sourceArchitectureSamples.map { .byName(name: $0) } + sourceArchitecture
      ),
      .executableTarget(
        name: "InspectorPrivate",
        dependencies: [macros, .product(name: "StrataInspector", package: "Inspector")]
      ),
      // The first program of the module's pages.
      .executableTarget(name: "OneStoreGettingStarted", dependencies: oneState),
      .executableTarget(name: "OneStoreWork", dependencies: oneState),
      .executableTarget(
        name: "ReadmeSample",
        dependencies: [.product(name: "Strata", package: "Macros")]
      ),
      .testTarget(
        name: "ReadmeSampleTests",
        dependencies: [
          "ReadmeSample", "OneStoreGettingStarted", "OneStoreWork", "InspectorPrivate",
        ]
          + readmes.map { .byName(name: "\($0.package)Readme") }
      ),
      // The test of the README of `Packages/Testing`.
      .testTarget(
        name: "TestingReadmeTests",
        dependencies: [
          macros, .product(name: "StrataModelsTesting", package: "Testing"),
          .product(name: "StrataTesting", package: "Testing"),
        ]
      ),
    ]
)
