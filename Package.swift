// swift-tools-version: 6.2
import PackageDescription

// Modules in layer order: a module may name only earlier ones. `tools/check-layers` compares this
// list with every `import` in the sources.

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "pantile",
  products: [
    .executable(name: "pantile", targets: ["PantileCLI"]),
    .library(name: "PantileTemplate", targets: ["PantileTemplate"]),
    .library(name: "Pantile", targets: ["Pantile"]),
    .library(name: "PantileServer", targets: ["PantileServer"]),
    .library(name: "PantileServerTasks", targets: ["PantileServerTasks"]),
    .library(name: "PantileHost", targets: ["PantileHost"]),
    .library(name: "PantileEmbedding", type: .static, targets: ["PantileEmbedding"]),
  ],
  targets: [
    .systemLibrary(
      name: "CJemalloc", path: "Sources/System/CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"])]),
    .systemLibrary(
      name: "CICU", path: "Sources/System/CICU", providers: [.apt(["libicu-dev"])]),
    .target(name: "CAllocatorSettings", path: "Sources/System/CAllocatorSettings"),
    .target(name: "CProgramPages", path: "Sources/System/CProgramPages"),
    .systemLibrary(
      name: "CXXHash", path: "Sources/System/CXXHash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CThreadStack", path: "Sources/System/CThreadStack"),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CBrotli", path: "Sources/System/CBrotli",
      providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "Sources/System/CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CUV", path: "Sources/System/CUV",
      providers: [.apt(["libuv1-dev"])]),
    .target(name: "CLLHTTP", path: "Sources/System/CLLHTTP"),
    .target(
      name: "PantileJSON", dependencies: ["CXXHash", "CThreadStack"], swiftSettings: strict),
    .target(name: "PantileCore", dependencies: ["PantileJSON"], swiftSettings: strict),
    .target(
      name: "PantileRender",
      dependencies: ["PantileCore", "PantileJSON", "CZlib", "CBrotli"], swiftSettings: strict),
    .target(
      name: "PantileTemplate",
      dependencies: ["PantileRender", "PantileCore", "PantileJSON", "CICU", "CProgramPages"],
      swiftSettings: strict),
    .target(
      name: "Pantile", dependencies: ["PantileRender", "PantileCore", "PantileJSON"],
      swiftSettings: strict),
    .target(
      name: "PantileServer",
      dependencies: ["PantileRender", "PantileCore", "PantileJSON", "CCrypto"],
      swiftSettings: strict),
    .target(
      name: "PantileServerTasks", dependencies: ["PantileServer"], swiftSettings: strict),
    .target(
      name: "PantileHost",
      dependencies: ["PantileServer", "PantileRender", "PantileJSON", "CUV", "CLLHTTP"],
      swiftSettings: strict),
    .systemLibrary(name: "CPantile", path: "Sources/System/CPantile"),
    .target(
      name: "PantileEmbedding",
      dependencies: [
        "CPantile", "PantileServer", "PantileTemplate", "PantileRender", "PantileJSON",
      ],
      swiftSettings: strict),
    .target(
      name: "PantileMeasure",
      dependencies: ["PantileTemplate", "PantileJSON", "CJemalloc"], swiftSettings: strict),
    .executableTarget(
      name: "PantileCLI",
      dependencies: [
        "PantileMeasure", "PantileHost", "PantileServer", "PantileTemplate", "PantileRender",
        "PantileCore", "PantileJSON", "CJemalloc", "CAllocatorSettings", "CProgramPages",
      ],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xclang-linker", "-no-pie"])]),
    .target(
      name: "ExampleWidgets", dependencies: ["Pantile"], path: "Benchmarks/Widgets",
      swiftSettings: strict),
    .executableTarget(
      name: "dsl-bench",
      dependencies: ["ExampleWidgets", "Pantile", "CJemalloc", "CAllocatorSettings"],
      path: "Benchmarks/DSL", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "render-to-stdout", dependencies: ["Pantile"], path: "docs/examples/render-to-stdout",
      swiftSettings: strict),
    .executableTarget(
      name: "server-handler", dependencies: ["PantileHost", "PantileServer", "Pantile"],
      path: "docs/examples/server-handler", swiftSettings: strict),
    .executableTarget(
      name: "trial-render", dependencies: ["Pantile"], path: "docs/examples/trial-render",
      swiftSettings: strict),
    .executableTarget(
      name: "weather", dependencies: ["PantileHost", "PantileServer", "Pantile"],
      path: "docs/examples/tutorial", swiftSettings: strict),
    .executableTarget(
      name: "json-bench", dependencies: ["PantileJSON"], path: "Benchmarks/JSON",
      swiftSettings: strict, linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "compact-bench",
      dependencies: [
        "PantileTemplate", "PantileRender", "PantileCore", "PantileJSON", "CJemalloc",
        "CAllocatorSettings",
      ],
      path: "Benchmarks/Compact", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "allocation-check",
      dependencies: ["PantileTemplate", "PantileJSON", "CJemalloc", "CAllocatorSettings"],
      path: "Benchmarks/Allocations", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "bench-suite",
      dependencies: [
        "PantileMeasure", "Pantile", "PantileTemplate", "PantileRender", "PantileCore",
        "PantileJSON", "CAllocatorSettings",
      ],
      path: "Benchmarks/Suite", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "memory-proof",
      dependencies: [
        "PantileMeasure", "PantileTemplate", "PantileJSON", "CJemalloc", "CAllocatorSettings",
        "CProgramPages",
      ],
      path: "Benchmarks/MemoryProof", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xclang-linker", "-no-pie"])]),
    .testTarget(
      name: "PantileJSONTests", dependencies: ["PantileJSON"], swiftSettings: strict),
    .testTarget(
      name: "PantileCoreTests", dependencies: ["PantileCore", "PantileJSON"],
      swiftSettings: strict),
    .testTarget(
      name: "PantileTests", dependencies: ["ExampleWidgets", "Pantile"], swiftSettings: strict),
    .target(
      name: "PantileTestSupport",
      dependencies: ["PantileServerTasks", "PantileServer", "PantileJSON"],
      path: "Tests/PantileTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "server-bench",
      dependencies: [
        "PantileTestSupport", "PantileServer", "PantileJSON", "CJemalloc", "CAllocatorSettings",
      ],
      path: "Benchmarks/Server", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .testTarget(
      name: "PantileServerTests",
      dependencies: [
        "PantileTestSupport", "PantileServerTasks", "PantileServer", "PantileRender",
        "PantileCore", "PantileJSON",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ceiling-child", dependencies: ["PantileMeasure"],
      path: "Tests/Support/ceiling-child", swiftSettings: strict),
    .testTarget(
      name: "PantileMeasureTests",
      dependencies: ["ceiling-child", "PantileMeasure", "PantileJSON"], swiftSettings: strict),
    .testTarget(
      name: "PantileTemplateTests",
      dependencies: ["PantileTemplate", "PantileRender", "PantileCore", "PantileJSON"],
      swiftSettings: strict),
    .testTarget(
      name: "PantileRenderTests",
      dependencies: ["PantileTemplate", "PantileRender", "PantileCore", "PantileJSON"],
      swiftSettings: strict),
    .executableTarget(
      name: "last-good-writer", dependencies: ["PantileHost", "PantileRender"],
      path: "Tests/Support/last-good-writer", swiftSettings: strict),
    .executableTarget(
      name: "transport-server",
      dependencies: [
        "PantileHost", "PantileServer", "PantileJSON", "CJemalloc", "CAllocatorSettings",
      ],
      path: "Tests/Support/transport-server", swiftSettings: strict),
    .testTarget(
      name: "PantileHostTests",
      dependencies: [
        "last-good-writer", "transport-server", "PantileTestSupport", "PantileHost",
        "PantileServer", "PantileRender", "PantileJSON",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["render-to-stdout", "server-handler", "trial-render", "weather"],
      swiftSettings: strict),
    .testTarget(name: "PantileCLITests", swiftSettings: strict),
    .target(
      name: "FuzzCases", dependencies: ["PantileTemplate", "PantileCore", "PantileJSON"],
      path: "tools/fuzz/Cases", swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzCases"], path: "tools/fuzz/Runner", swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests", dependencies: ["FuzzCases", "PantileTemplate", "PantileJSON"],
      swiftSettings: strict),
  ]
)
