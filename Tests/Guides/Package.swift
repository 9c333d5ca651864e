// swift-tools-version: 6.2
import PackageDescription

// The code of the modules' documentation: one target for each module with a catalog, one file for each article. The
// tests find every Swift block of an article in its file and run the file's function. They compare its output with the
// article's.

struct Guide {
  let name: String
  let products: [(name: String, package: String)]
}

let concurrency = (name: "StrataConcurrency", package: "Concurrency")
let dependencies = (name: "StrataDependencies", package: "Dependencies")
let rendering = (name: "StrataRendering", package: "Core")

let guides = [
  Guide(
    name: "BridgesGuide",
    products: [
      ("StrataBridges", "Bridges"), ("Strata", "Macros"), ("StrataModels", "Core"),
      ("StrataOneStore", "OneStore"), ("StrataSources", "Sources"), ("StrataStores", "Stores"),
      ("StrataUpdates", "Updates"), concurrency,
    ]
  ),
  Guide(name: "ConcurrencyGuide", products: [concurrency]),
  Guide(name: "DependenciesGuide", products: [dependencies, concurrency]),
  Guide(name: "EventsGuide", products: [("StrataEvents", "Events"), concurrency]),
  Guide(name: "ExtensionsGuide", products: [("StrataExtensions", "Extensions")]),
  Guide(name: "MacrosGuide", products: [("Strata", "Macros")]),
  Guide(
    name: "ModelsGuide",
    products: [("Strata", "Macros"), ("StrataModels", "Core"), rendering, concurrency]
  ),
  Guide(
    name: "ModelsTestingGuide",
    products: [
      ("StrataModelsTesting", "Testing"), ("StrataTesting", "Testing"), ("Strata", "Macros"),
    ]
  ),
  Guide(name: "RenderingGuide", products: [("StrataModels", "Core"), rendering, concurrency]),
  Guide(name: "SourcesGuide", products: [("StrataSources", "Sources"), rendering, concurrency]),
  Guide(
    name: "StoresGuide",
    products: [
      ("StrataStores", "Stores"), ("StrataTesting", "Testing"), rendering, concurrency,
    ]
  ),
  Guide(
    name: "TestingGuide",
    products: [
      ("StrataTesting", "Testing"), ("StrataModelsTesting", "Testing"), ("Strata", "Macros"),
      concurrency,
    ]
  ),
  Guide(
    name: "UpdatesGuide",
    products: [
      ("StrataUpdates", "Updates"), ("StrataUpdatesTesting", "Testing"),
      ("StrataTesting", "Testing"), rendering, concurrency,
    ]
  ),
  Guide(
    name: "UpdatesTestingGuide",
    products: [
      ("StrataUpdatesTesting", "Testing"), ("StrataTesting", "Testing"),
      ("StrataUpdates", "Updates"),
    ]
  ),
]

let package = Package(
  name: "Guides",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Bridges"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/Extensions"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Testing"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: guides.map { guide in
    .target(
      name: guide.name,
      dependencies: ["ArticleOutput"]
        + guide.products.map { .product(name: $0.name, package: $0.package) }
    )
  } + [
    .target(
      name: "ArticleOutput",
      dependencies: [.product(name: concurrency.name, package: concurrency.package)]
    ),
    .testTarget(
      name: "GuideTests",
      dependencies: ["ArticleOutput"] + guides.map { .byName(name: $0.name) }
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
