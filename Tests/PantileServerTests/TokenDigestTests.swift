import PantileJSON
import PantileServer
import Testing

@Suite struct TokenDigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `is the SHA-256 of FIPS 180-4`(text: String, digest: String) throws {
    #expect(TokenDigest(of: text) == TokenDigest(hexadecimal: digest))
    #expect(TokenDigest(of: text) == TokenDigest(hexadecimal: digest.uppercased()))
    #expect(TokenDigest(of: text + " ") != TokenDigest(hexadecimal: digest))
  }

  @Test(arguments: [
    "", "ba78", String(repeating: "g", count: 64), String(repeating: "0", count: 65),
    " " + String(repeating: "0", count: 63),
  ])
  func `refuses what is no digest`(text: String) {
    #expect(TokenDigest(hexadecimal: text) == nil)
  }

  @Test func `finds a digest among others`() {
    let digests = (0..<40).map { TokenDigest(of: "token \($0)") }
    #expect(digests.allSatisfy { $0.isOne(of: digests) })
    #expect(!TokenDigest(of: "token 40").isOne(of: digests))
    #expect(!digests[0].isOne(of: []))
  }
}
