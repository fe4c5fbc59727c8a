// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "weather",
  dependencies: [.package(path: "../pantile")],
  targets: [
    .executableTarget(
      name: "weather",
      dependencies: [
        .product(name: "Pantile", package: "pantile"),
        .product(name: "PantileServer", package: "pantile"),
        .product(name: "PantileHost", package: "pantile"),
      ])
  ]
)
