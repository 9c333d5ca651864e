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

let samples = [
  "StateKitStates", "StateKitStore", "StateKitService", "StateKitSubscriptions",
  "StateKitControllers", "StateKitViews",
]

let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Macros"),
    .package(path: "../../Packages/Stores"),
  ],
  targets: samples.map {
    .target(
      name: $0,
      dependencies: [
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataRendering", package: "Core"),
      ]
    )
  } + [
    .testTarget(
      name: "StateKitSampleTests",
      dependencies: samples.map { .byName(name: $0) } + [
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataRendering", package: "Core"),
      ]
    ),
    .executableTarget(
      name: "ReadmeSample",
      dependencies: [.product(name: "Strata", package: "Macros")]
    ),
    .testTarget(name: "ReadmeSampleTests", dependencies: ["ReadmeSample"]),
  ]
)
