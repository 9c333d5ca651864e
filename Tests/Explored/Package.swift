// swift-tools-version: 6.2
import PackageDescription

// Programs of a few threads; the explorer tries all of their interleavings. `make explore` builds them so that the
// compiler reports each atomic access, and the linker each lock. A plain build reports neither and says so.

let engine: [Target.Dependency] = [
  .product(name: "StrataConcurrency", package: "Concurrency"),
  .product(name: "StrataCore", package: "Core"),
  .product(name: "StrataModels", package: "Core"),
  .product(name: "StrataRendering", package: "Core"),
  .product(name: "StrataDependencies", package: "Dependencies"),
  .product(name: "StrataEvents", package: "Events"),
  .product(name: "StrataOneStore", package: "OneStore"),
  .product(name: "StrataSources", package: "Sources"),
  .product(name: "StrataStores", package: "Stores"),
  .product(name: "StrataUpdates", package: "Updates"),
]

/// The functions that the linker takes from the scheduler instead of the system.
let replaced = [
  "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_cond_wait",
  "pthread_cond_timedwait", "pthread_cond_signal", "pthread_cond_broadcast", "pthread_create",
  "sched_yield", "swift_task_isCancelled", "swift_task_cancel",
  // `Task.isCancelled`, `Task.cancel()` and `UnsafeCurrentTask.cancel()`.
  "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ", "$sScT6cancelyyF", "$sSct6cancelyyF",
]

let package = Package(
  name: "Explored",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(path: "../../Packages/Concurrency"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/Dependencies"),
    .package(path: "../../Packages/Events"),
    .package(path: "../../Packages/OneStore"),
    .package(path: "../../Packages/Sources"),
    .package(path: "../../Packages/Stores"),
    .package(path: "../../Packages/Updates"),
  ],
  targets: [
    .target(name: "CScheduler"),
    .target(name: "Explorer", dependencies: ["CScheduler"]),
    .executableTarget(
      name: "Explored",
      dependencies: ["Explorer"] + engine,
      linkerSettings: [
        .unsafeFlags(
          replaced.flatMap { ["-Xlinker", "--wrap=\($0)"] } + ["-Xlinker", "--export-dynamic"]
        )
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
