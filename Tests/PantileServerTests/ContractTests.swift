import Foundation
import PantileServer
import PantileTestSupport
import Testing

@Suite struct ContractTests {
  static let cases: [ContractCase] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Corpus/http/contract.txt")
    let text = try? String(contentsOf: path, encoding: .utf8)
    return ContractCase.table(text ?? "").filter { !$0.isForTransport }
  }()

  private let open = ContractServer.open()
  private let guarded = ContractServer.guarded()

  @Test(arguments: cases) func `answers as the contract says`(test: ContractCase) async {
    let server = test.needsTokens ? guarded : open
    let response = await HandlerExchange.response(of: server, to: test.request)
    #expect(test.failure(of: response) == nil)
  }

  @Test func `reads the whole table`() { #expect(Self.cases.count > 50) }
}
