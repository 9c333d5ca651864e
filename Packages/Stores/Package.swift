// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let core: Target.Dependency = .product(name: "StrataCore", package: "Core")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")

let templates = ["HostedView", "Store", "View", "ViewController"]

let package = Package(
  name: "Stores",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StrataStores", targets: ["StrataStores"]),
    .plugin(name: "NewStore", targets: ["NewStore"]),
  ],
  dependencies: [.package(path: "../Concurrency"), .package(path: "../Core")],
  targets: [
    .target(name: "StrataStores", dependencies: [concurrency, core, rendering]),
    .testTarget(
      name: "StrataStoresTests",
      dependencies: ["StrataStores", concurrency, core, rendering]
    ),
    .plugin(
      name: "NewStore",
      capability: .command(
        intent: .custom(
          verb: "new-store",
          description: "Begins a store, or a view with its store, from a template."
        ),
        permissions: [.writeToPackageDirectory(reason: "It writes the files of the template.")]
      )
    ),
  ]
    // The files that the plugin copies are compiled and tested where they are.
    + templates.map {
      .testTarget(
        name: "\($0)TemplateTests",
        dependencies: ["StrataStores", concurrency, rendering],
        path: "Templates/\($0)"
      )
    }
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
