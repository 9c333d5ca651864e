// swift-tools-version: 6.2
import PackageDescription

// What is written for Apple's SwiftUI, type-checked against its declarations: the libraries that look
// whether it can be imported, and sample views. Only `make check-swiftui` builds this: the module in
// Declarations must be found by every target, and not lie where other builds would find it.

let package = Package(
  name: "AppleViews",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../../Packages/Core"),
    .package(path: "../../../Packages/Stores"),
    .package(path: "../../../Packages/Updates"),
  ],
  targets: [
    .target(
      name: "AppleViews",
      dependencies: [
        .product(name: "StrataModels", package: "Core"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    )
  ]
)
