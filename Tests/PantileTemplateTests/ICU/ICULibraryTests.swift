import Testing

@testable import PantileTemplate

struct ICULibraryTests {
  @Test func `finds the installed ICU`() throws {
    let icu = try ICULibrary.shared()
    #expect((63...80).contains(icu.version))
    #expect(try ICULibrary.shared() === icu)
  }

  @Test func `says which versions it looked for`() {
    let result = ICULibrary.load(versions: [1, 2])
    #expect(
      throws: IntlError.unavailable(
        "cannot load ICU: libicuuc.so and libicui18n.so of version 1 to 2 were not found")
    ) {
      try result.get()
    }
  }

  @Test func `is shared by threads`() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let session = try? IntlSession(),
            let format = try? session.numberFormat(locales: ["de-DE"], options: [:]),
            let result = try? session.format(.double(1234.5), format)
          else { return 0 }
          return result.count
        }
      }
      for await count in group { #expect(count == 7) }
    }
  }
}
