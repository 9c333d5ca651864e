// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PlantedRace",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  targets: [.executableTarget(name: "PlantedRace")]
)
