// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, warnings as errors, and the language's coming defaults.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Settings of the targets that are optimised in debug builds as well.
///
/// Their parsers and merges are what most of the tests' time goes to, and are many times as slow
/// without it. Overflow and bounds are checked all the same.
let optimised: [SwiftSetting] = common + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Settings of the pure targets, which have no reason to touch memory by hand.
let pure: [SwiftSetting] = optimised + [.strictMemorySafety()]

/// Settings of the tests, which compile sooner: they are not optimised in release builds, and their
/// interfaces, which hardly any module needs, are not compiled apart from their code.
let tests: [SwiftSetting] =
  common + [
    .unsafeFlags(
      ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// Builds Swift's runtime into the programs. Apple's linker refuses that.
///
/// The argument parser uses FoundationEssentials, whose archive needs two more archives. The linker
/// is not told of them, because the modules are compiled for the shared runtime.
let builtIn: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
    .when(platforms: [.linux], configuration: .release))
]

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

let package = Package(
  name: "pmgit",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "pmgit", targets: ["pmgit"]),
    .executable(name: "pmgit-web", targets: ["pmgit-web"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // No traits: the Foundation overlay is not needed, and Foundation costs start-up time.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    // Only in 'pmgit-web': it would cost every other command half a millisecond.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    // Without 'pkgConfig': its folder would come first, and the linker would find the shared
    // libraries there before those that 'make build' builds in.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // The C library, under one name for all platforms.
    .target(name: "Libc", swiftSettings: common),
    // Work in parts on all processors.
    .target(name: "Parallel", dependencies: ["Libc"], swiftSettings: pure),
    .target(
      name: "Git",
      dependencies: ["CGit2", "CPlatform", "CZlib", "Libc", "Parallel", subprocess],
      swiftSettings: common),
    .target(name: "PlanModel", dependencies: ["Parallel"], swiftSettings: pure),
    // Without 'pkgConfig', as zlib.
    .systemLibrary(name: "CYaml", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "PlanFormats", dependencies: ["CYaml", "PlanModel", "PlanView"], swiftSettings: pure),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "PlanIndex", dependencies: ["CSQLite", "Git", "Libc", "PlanModel"],
      swiftSettings: optimised),
    .target(
      name: "PlanStore", dependencies: ["Git", "Libc", "Parallel", "PlanIndex", "PlanModel"],
      swiftSettings: common),
    .target(name: "PlanView", dependencies: ["PlanModel"], swiftSettings: pure),
    // The full-screen board, without the terminal that it is shown on.
    .target(name: "PlanScreen", dependencies: ["PlanView", "PlanModel"], swiftSettings: pure),
    .target(
      name: "PlanTerminal",
      dependencies: ["CPlatform", "Libc", "Parallel", "PlanView", "PlanModel", subprocess],
      swiftSettings: common),
    .target(
      name: "PlanActions",
      dependencies: [
        "CFiles", "Parallel", "PlanFormats", "PlanStore", "PlanView", "PlanModel", "Git",
      ],
      swiftSettings: common),
    .target(
      name: "PlanDocuments", dependencies: ["Parallel", "PlanActions", "PlanView", "PlanModel"],
      swiftSettings: pure),
    .target(
      name: "PlanAgents",
      dependencies: ["PlanActions", "PlanDocuments", "PlanView", "PlanModel"],
      swiftSettings: common),
    // Which commit a program is built from.
    .target(name: "CBuild"),
    // The hooks, and the page. After a change of the page, only what has the page is built again.
    .target(name: "CFiles"),
    .target(name: "CPage", dependencies: ["CFiles"]),
    .target(name: "CPlatform"),
    // Neither git nor the store: what a command does is an action.
    .target(
      name: "PmgitCommands",
      dependencies: [
        "PlanActions", "PlanAgents", "PlanDocuments", "PlanScreen", "PlanView", "PlanTerminal",
        "PlanModel", "CBuild", "CPlatform", "Libc", argumentParser,
      ],
      swiftSettings: common),
    .executableTarget(
      name: "pmgit", dependencies: ["PmgitCommands"], swiftSettings: common,
      linkerSettings: builtIn),
    .target(
      name: "PlanWeb",
      dependencies: [
        "PlanActions", "PlanDocuments", "PlanView", "PlanModel", "CPage", "CPlatform", "CZlib",
        "Libc", subprocess, nioCore, nioHTTP1, nioPosix,
      ],
      // The page is built in by CPage. The others check its sources.
      exclude: ["Page", "Types", "jsconfig.json", "package.json"],
      swiftSettings: common),
    .executableTarget(
      name: "pmgit-web", dependencies: ["PmgitCommands", "PlanWeb", "PlanModel"],
      swiftSettings: common, linkerSettings: builtIn),

    .target(
      name: "PmgitTestSupport",
      dependencies: ["Git", "PlanModel", "PlanStore", "PlanTerminal", "PmgitCommands", subprocess],
      path: "Tests/PmgitTestSupport", swiftSettings: tests),
    .testTarget(
      name: "GitTests", dependencies: ["Git", "Parallel", "PmgitTestSupport", subprocess],
      swiftSettings: tests),
    .testTarget(
      name: "PlanModelTests", dependencies: ["Parallel", "PlanModel", "PmgitTestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "PlanFormatsTests", dependencies: ["PlanFormats", "PlanModel", "PmgitTestSupport"],
      exclude: ["Samples", "Snapshots"], swiftSettings: tests),
    .testTarget(
      name: "PlanIndexTests", dependencies: ["Git", "PlanIndex", "PlanModel", "PmgitTestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "PlanStoreTests",
      dependencies: ["PlanStore", "PlanIndex", "PmgitTestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "PlanViewTests", dependencies: ["PlanView", "PlanModel", "PmgitTestSupport"],
      exclude: ["Fixtures"], swiftSettings: tests),
    .testTarget(
      name: "PlanScreenTests",
      dependencies: ["PlanScreen", "PlanView", "PlanModel", "PmgitTestSupport"],
      exclude: ["Snapshots"], swiftSettings: tests),
    .testTarget(
      name: "PlanTerminalTests",
      dependencies: ["Parallel", "PlanTerminal", "PlanView", "PlanModel", "PmgitTestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: tests),
    .testTarget(
      name: "PlanActionsTests",
      dependencies: [
        "PlanActions", "PlanStore", "PlanView", "PlanModel", "Git", "PmgitTestSupport", subprocess,
      ],
      swiftSettings: tests),
    .testTarget(
      name: "PlanAgentsTests",
      dependencies: [
        "PlanAgents", "PlanActions", "PlanDocuments", "PlanModel", "PlanStore", "Git",
        "PmgitTestSupport",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "PmgitCommandsTests",
      dependencies: [
        "PmgitCommands", "PlanScreen", "PmgitTestSupport", "PlanActions", "PlanModel", "PlanStore",
        "Git", subprocess,
      ],
      exclude: ["Snapshots"],
      swiftSettings: tests),
    .testTarget(
      name: "TransportTests",
      dependencies: ["Git", "PmgitCommands", "PmgitTestSupport", subprocess],
      swiftSettings: tests),
    .testTarget(
      name: "DurabilityTests",
      dependencies: ["PmgitTestSupport", "Git", "PlanStore", subprocess],
      exclude: ["Interpose"],
      swiftSettings: tests),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["PmgitTestSupport", "Git", "PlanModel", "PlanStore", subprocess],
      exclude: ["Linking/Programs", "Sizes/Interpose"],
      swiftSettings: tests),
  ]
)

// The README of each target below Sources is no source.
for target in package.targets where target.path == nil {
  if target.type == .regular || target.type == .executable { target.exclude.append("README.md") }
}
