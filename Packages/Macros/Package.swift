// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let models: Target.Dependency = .product(name: "StrataModels", package: "Core")
let extensions: Target.Dependency = .product(name: "StrataExtensions", package: "Extensions")

func syntax(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-syntax") }

let package = Package(
  name: "Macros",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Strata", targets: ["Strata"])
  ],
  dependencies: [
    .package(path: "../Core"),
    .package(path: "../Extensions"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    .target(name: "Strata", dependencies: ["StrataMacros", models, extensions]),
    .macro(
      name: "StrataMacros",
      dependencies: [
        syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftDiagnostics"),
        syntax("SwiftSyntaxMacros"), syntax("SwiftCompilerPlugin"),
      ]
    ),
    .testTarget(
      name: "StrataMacrosTests",
      dependencies: [
        "StrataMacros", syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftParser"),
        syntax("SwiftDiagnostics"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftSyntaxMacroExpansion"), syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ]
    ),
    .testTarget(name: "StrataTests", dependencies: ["Strata", models, extensions]),
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
