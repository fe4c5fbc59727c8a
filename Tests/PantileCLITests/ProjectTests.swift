import Foundation
import Testing

@Suite struct ProjectTests {
  private static let widget =
    "import { city } from './part'\n\nexport default { systemSmall: city }\n"

  private func render(_ path: String, in folder: URL, _ more: String...) throws -> CommandRun {
    try CommandRun.pantile(["render", path] + more, folder: folder)
  }

  private func link(_ path: URL, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path.path, withDestinationPath: target)
  }

  @Test(arguments: ["pantile.json", "package.json", ".git"])
  func `the nearest folder with a marker is the root`(marker: String) throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "app/\(marker)")
    let text = "import { a } from '../shared/a'\nexport default { systemSmall: a }\n"
    try scratch.write(text, to: "app/widgets/deep/one.tsx")
    try scratch.write("export const a = <></>", to: "app/widgets/shared/a.tsx")
    #expect(try render("app/widgets/deep/one.tsx", in: scratch.folder).status == 0)
    try scratch.write("{}", to: "app/widgets/deep/pantile.json")
    let run = try render("app/widgets/deep/one.tsx", in: scratch.folder)
    #expect(
      run.firstErrorLine == "error: ModuleError: '../shared/a' is outside the project root")
    let wide = try render("app/widgets/deep/one.tsx", in: scratch.folder, "--root", "app")
    #expect(wide.status == 0)
  }

  @Test func `a link to a file outside the root is refused`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "app/pantile.json")
    try scratch.write(Self.widget, to: "app/one.tsx")
    try scratch.write("export const city = null", to: "elsewhere/part.ts")
    try link(scratch.folder.appendingPathComponent("app/part.ts"), to: "../elsewhere/part.ts")
    let run = try render("app/one.tsx", in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.firstErrorLine == "error: ModuleError: './part' is outside the project root")
  }

  @Test func `a linked folder outside the root is refused`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "app/pantile.json")
    let text = "import { city } from './lib/part'\nexport default { systemSmall: city }\n"
    try scratch.write(text, to: "app/one.tsx")
    try scratch.write("export const city = null", to: "app-two/part.ts")
    try link(scratch.folder.appendingPathComponent("app/lib"), to: "../app-two")
    let run = try render("app/one.tsx", in: scratch.folder)
    #expect(run.firstErrorLine == "error: ModuleError: './lib/part' is outside the project root")
  }

  @Test func `a link to the widget itself must stay inside the root`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "app/pantile.json")
    try scratch.write("export default { systemSmall: null }", to: "other/one.tsx")
    try link(scratch.folder.appendingPathComponent("app/one.tsx"), to: "../other/one.tsx")
    let run = try render("app/one.tsx", in: scratch.folder)
    #expect(run.status == 1)
    #expect(
      run.firstErrorLine
        == "error: 'app/one.tsx' is outside the project root '\(scratch.folder.path)/app'")
  }

  @Test func `links inside the root and a linked root are followed`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "real/pantile.json")
    try scratch.write(Self.widget, to: "real/one.tsx")
    try scratch.write("export const city = null", to: "real/parts/city.ts")
    try link(scratch.folder.appendingPathComponent("real/part.ts"), to: "parts/city.ts")
    try link(scratch.folder.appendingPathComponent("app"), to: "real")
    #expect(try render("app/one.tsx", in: scratch.folder).status == 0)
    #expect(try render("one.tsx", in: scratch.folder, "--root", "app").status == 1)
    #expect(try render("app/one.tsx", in: scratch.folder, "--root", "app").status == 0)
  }

  @Test func `a loop of links is an error`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "pantile.json")
    try scratch.write(Self.widget, to: "one.tsx")
    try link(scratch.folder.appendingPathComponent("part.ts"), to: "part.ts")
    let run = try render("one.tsx", in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.firstErrorLine.hasSuffix("Too many levels of symbolic links"))
  }

  @Test func `an import of a pipe is an error and no wait`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "pantile.json")
    try scratch.write(Self.widget, to: "one.tsx")
    let pipe = try CommandRun.shell("mkfifo part.ts", folder: scratch.folder)
    #expect(pipe.status == 0)
    let run = try render("one.tsx", in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.firstErrorLine.hasSuffix("it is no regular file"))
  }
}
