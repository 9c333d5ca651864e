// swift-tools-version: 6.2
import PackageDescription

// The programs of Apps driven as a user drives them: real processes, pipes and terminals.

let package = Package(
  name: "Walkthrough",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Apps/Quotes"),
    .package(path: "../../Apps/Standups"),
  ],
  targets: [
    .target(name: "ProgramDriver"),
    .testTarget(
      name: "WalkthroughTests",
      dependencies: ["ProgramDriver", .product(name: "standups", package: "Standups")],
      exclude: ["Sessions"]
    ),
    .testTarget(
      name: "QuotesWalkthroughTests",
      dependencies: ["ProgramDriver", .product(name: "quotes", package: "Quotes")]
    ),
    .testTarget(
      name: "RobustnessTests",
      dependencies: ["ProgramDriver", .product(name: "standups", package: "Standups")]
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
