// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The manifest for use by URL: SwiftPM takes such a dependency only from a manifest at the root,
// and refuses path dependencies inside it. Each package below Packages/ stays complete for use by
// path; `make lint` fails when the two disagree. Depend by one or by the other, never by both.

/// A library of the repository, with the folder below Packages/ that holds it.
struct Library {
  var name: String
  var folder: String
  var imports: [String] = []
}

let libraries = [
  Library(name: "StrataConcurrency", folder: "Concurrency"),
  Library(name: "StrataExtensions", folder: "Extensions"),
  Library(name: "StrataDependencies", folder: "Dependencies", imports: ["StrataConcurrency"]),
  Library(name: "StrataEvents", folder: "Events", imports: ["StrataConcurrency"]),
  Library(
    name: "StrataCore",
    folder: "Core",
    imports: ["StrataConcurrency", "StrataDependencies", "StrataEvents", "StrataExtensions"]
  ),
  Library(
    name: "StrataModels",
    folder: "Core",
    imports: [
      "StrataCore", "StrataConcurrency", "StrataDependencies", "StrataEvents", "StrataExtensions",
      "StrataRendering",
    ]
  ),
  Library(
    name: "StrataRendering",
    folder: "Core",
    imports: ["StrataCore", "StrataConcurrency"]
  ),
  Library(
    name: "StrataStores",
    folder: "Stores",
    imports: ["StrataConcurrency", "StrataCore", "StrataRendering"]
  ),
  Library(
    name: "StrataUpdates",
    folder: "Updates",
    imports: ["StrataConcurrency", "StrataCore", "StrataExtensions", "StrataRendering"]
  ),
  Library(
    name: "StrataTesting",
    folder: "Testing",
    imports: [
      "StrataCore", "StrataConcurrency", "StrataDependencies", "StrataEvents", "StrataExtensions",
    ]
  ),
  Library(
    name: "StrataModelsTesting",
    folder: "Testing",
    imports: [
      "StrataTesting", "StrataModels", "StrataCore", "StrataConcurrency", "StrataDependencies",
    ]
  ),
  Library(
    name: "StrataUpdatesTesting",
    folder: "Testing",
    imports: [
      "StrataTesting", "StrataUpdates", "StrataCore", "StrataConcurrency", "StrataExtensions",
    ]
  ),
  Library(
    name: "StrataOneStoreTesting",
    folder: "Testing",
    imports: [
      "StrataTesting", "StrataOneStore", "StrataCore", "StrataConcurrency", "StrataDependencies",
      "StrataEvents", "StrataExtensions",
    ]
  ),
  Library(
    name: "StrataSources",
    folder: "Sources",
    imports: ["StrataConcurrency", "StrataCore", "StrataExtensions", "StrataRendering"]
  ),
  Library(
    name: "StrataOneStore",
    folder: "OneStore",
    imports: [
      "StrataConcurrency", "StrataCore", "StrataDependencies", "StrataEvents", "StrataExtensions",
      "StrataRendering",
    ]
  ),
  Library(
    name: "StrataInspector",
    folder: "Inspector",
    imports: ["StrataConcurrency", "StrataCore", "StrataEvents", "StrataExtensions"]
  ),
  Library(
    name: "StrataBridges",
    folder: "Bridges",
    imports: [
      "StrataConcurrency", "StrataModels", "StrataRendering", "StrataSources", "StrataStores",
      "StrataUpdates",
    ]
  ),
  Library(
    name: "Strata",
    folder: "Macros",
    imports: ["StrataMacros", "StrataModels", "StrataExtensions"]
  ),
]

// Warnings are errors only in the nested manifests: who depends by URL compiles with whatever
// compiler they have, and a warning of a later one must not stop them.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
]

let package = Package(
  name: "Strata",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: libraries.map { .library(name: $0.name, targets: [$0.name]) } + [
    .plugin(name: "NewStore", targets: ["NewStore"])
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "The macros of the library Strata. Without it swift-syntax is not fetched."
    ),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    // For macros, while building: it is compiled only for who depends on Strata, and linked into no
    // program.
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")
  ],
  targets: libraries.map { library in
    .target(
      name: library.name,
      dependencies: library.imports.map { .byName(name: $0) },
      path: "Packages/\(library.folder)/Sources/\(library.name)",
      swiftSettings: settings
    )
  } + [
    .macro(
      name: "StrataMacros",
      dependencies: [
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftSyntaxMacros",
        "SwiftCompilerPlugin",
      ].map {
        .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
      },
      path: "Packages/Macros/Sources/StrataMacros",
      swiftSettings: settings
    ),
    .plugin(
      name: "NewStore",
      capability: .command(
        intent: .custom(
          verb: "new-store",
          description: "Begins a store, or a view with its store, from a template."
        ),
        permissions: [.writeToPackageDirectory(reason: "It writes the files of the template.")]
      ),
      path: "Packages/Stores/Plugins/NewStore"
    ),
  ]
)
