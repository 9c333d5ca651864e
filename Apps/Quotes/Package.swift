// swift-tools-version: 6.2
import PackageDescription

let concurrency: Target.Dependency = .product(name: "StrataConcurrency", package: "Concurrency")
let dependencies: Target.Dependency = .product(name: "StrataDependencies", package: "Dependencies")
let console: Target.Dependency = .product(name: "ProgramConsole", package: "ProgramParts")
let recording: Target.Dependency = .product(name: "ProgramRecording", package: "ProgramParts")
let streams: Target.Dependency = .product(name: "ProgramStreams", package: "ProgramParts")
let collecting: Target.Dependency = .product(
  name: "ProgramConsoleTesting",
  package: "ProgramParts"
)
let http: Target.Dependency = .product(name: "LoopbackHTTP", package: "ProgramParts")
let rendering: Target.Dependency = .product(name: "StrataRendering", package: "Core")
let sources: Target.Dependency = .product(name: "StrataSources", package: "Sources")
let start: Target.Dependency = .product(name: "ProgramStart", package: "ProgramParts")
let files: Target.Dependency = .product(name: "ProgramFiles", package: "ProgramParts")
let text: Target.Dependency = .product(name: "ProgramText", package: "ProgramParts")
let network: Target.Dependency = .product(name: "ProgramHTTP", package: "ProgramParts")
let version: Target.Dependency = .product(name: "ProgramVersion", package: "ProgramParts")

let package = Package(
  name: "Quotes",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "quotes", targets: ["quotes"])
  ],
  dependencies: [
    .package(path: "../ProgramParts"),
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Sources"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "QuotesSources", dependencies: [concurrency, files, network, sources]),
    .target(name: "QuotesServer", dependencies: [http]),
    .target(
      name: "QuotesConsole",
      dependencies: [
        "QuotesServer", "QuotesSources", console, files, http, network, recording, streams, version,
        concurrency,
        dependencies,
        rendering, sources, text,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(name: "quotes", dependencies: ["QuotesConsole", start, concurrency]),
    .testTarget(
      name: "QuotesSourcesTests",
      dependencies: ["QuotesServer", "QuotesSources", http, network, concurrency, sources]
    ),
    .testTarget(
      name: "QuotesConsoleTests",
      dependencies: [
        "QuotesConsole", "QuotesServer", "QuotesSources", console, files, http, network, streams,
        collecting, version,
        concurrency,
        dependencies, sources,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
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
