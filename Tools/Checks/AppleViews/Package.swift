// swift-tools-version: 6.2
import PackageDescription

// Code for Apple's SwiftUI, type-checked against its declarations: the libraries that test whether it can be imported,
// and sample views. Only `make check-swiftui` builds this, because every target has to find the module in Declarations,
// and other builds must not find it.

let package = Package(
  name: "AppleViews",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../../Packages/Core"),
    .package(path: "../../../Packages/OneStore"),
    .package(path: "../../../Packages/Stores"),
    .package(path: "../../../Packages/Updates"),
  ],
  targets: [
    .target(
      name: "AppleViews",
      dependencies: [
        .product(name: "StrataModels", package: "Core"),
        .product(name: "StrataOneStore", package: "OneStore"),
        .product(name: "StrataStores", package: "Stores"),
        .product(name: "StrataUpdates", package: "Updates"),
      ]
    )
  ]
)
