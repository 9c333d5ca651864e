// swift-tools-version: 6.2
import PackageDescription

let inspector: Target.Dependency = .product(name: "StrataInspector", package: "Inspector")
let console: Target.Dependency = .product(name: "ProgramConsole", package: "ProgramParts")
let collecting: Target.Dependency = .product(
  name: "ProgramConsoleTesting",
  package: "ProgramParts"
)
let streams: Target.Dependency = .product(name: "ProgramStreams", package: "ProgramParts")
let version: Target.Dependency = .product(name: "ProgramVersion", package: "ProgramParts")
let files: Target.Dependency = .product(name: "ProgramFiles", package: "ProgramParts")
let text: Target.Dependency = .product(name: "ProgramText", package: "ProgramParts")
let start: Target.Dependency = .product(name: "ProgramStart", package: "ProgramParts")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let updates: Target.Dependency = .product(name: "StrataUpdates", package: "Updates")
let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
]
let parser: Target.Dependency = .product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

let package = Package(
  name: "Inspect",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "strata-inspect", targets: ["strata-inspect"])
  ],
  dependencies: [
    .package(path: "../../Apps/ProgramParts"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Inspector"),
    .package(path: "../../Packages/Updates"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .target(
      name: "InspectPage",
      dependencies: [inspector],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"),
        .embedInCode("Page/recording.js"), .embedInCode("Page/answers.js"),
        .embedInCode("Page/state.js"), .embedInCode("Page/timeline.js"),
        .embedInCode("Page/live.js"), .embedInCode("Page/view.js"),
      ]
    ),
    .target(name: "InspectServer", dependencies: ["InspectPage", inspector, concurrency] + nio),
    .target(
      name: "InspectCommands",
      dependencies: [
        "InspectPage", "InspectServer", inspector, console, files, text, version, dependencies,
        parser,
      ]
    ),
    .executableTarget(
      name: "strata-inspect",
      dependencies: ["InspectCommands", console, start]
    ),
    .testTarget(
      name: "InspectTests",
      dependencies: [
        "InspectPage", "InspectCommands", inspector, collecting, console, dependencies, parser,
        streams,
      ],
      exclude: ["Page/recording.test.js"]
    ),
    .testTarget(
      name: "InspectServerTests",
      dependencies: ["InspectServer", inspector, concurrency, updates] + nio
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
