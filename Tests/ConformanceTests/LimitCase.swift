import PantileTemplate
import Testing

/// A body of a widget that reaches a limit.
struct LimitCase: Sendable, CustomTestStringConvertible {
  var name: String
  var body: String
  var error: String
  var change: @Sendable (inout RenderLimits) -> Void = { _ in }

  var testDescription: String { name }
}

private let steps = "LimitError: step limit of 5000000 reached"
private let fewSteps = "LimitError: step limit of 300000 reached"
private let stack = "RangeError: Maximum call stack size exceeded"
private let memory = "LimitError: memory limit of 8388608 bytes reached"

// MARK: - Defaults

extension LimitCase {
  static let defaults = [
    LimitCase(name: "endless loop", body: "while (true) {}", error: steps),
    LimitCase(
      name: "endless recursion", body: "const down = () => down() + 1; down()", error: stack),
    LimitCase(
      name: "endless recursion through a built-in",
      body: "const down = () => [1].map(down); down()", error: stack),
    LimitCase(
      name: "endless component", body: "const Down = () => <Down />; return <Down />", error: stack),
    LimitCase(
      name: "nested elements",
      body: """
        let node = <Voltra.Text>x</Voltra.Text>
        for (let i = 0; i < 2000; i++) node = <Voltra.VStack>{node}</Voltra.VStack>
        return node
        """, error: stack),
    LimitCase(
      name: "long string", body: "'x'.repeat(1e8)", error: "RangeError: Invalid string length"),
    LimitCase(
      name: "string that grows",
      body: "let text = 'x'; while (true) text += text",
      error: "RangeError: Invalid string length"),
    LimitCase(
      name: "array length", body: "const list = []; list.length = 2 ** 32",
      error: "RangeError: Invalid array length"),
    LimitCase(name: "filled array", body: "Array(1e7).fill(0)", error: memory),
    LimitCase(
      name: "objects that are kept",
      body: "const all = []; while (true) all.push({ index: all.length })", error: memory),
    LimitCase(
      name: "objects that are dropped", body: "while (true) ({ a: [1, 2, 3, 4] })", error: memory),
    LimitCase(
      name: "catastrophic regular expression",
      body: "/^(a+)+$/.test('a'.repeat(40) + 'b')", error: steps),
    LimitCase(
      name: "doubled elements",
      body: """
        let node = <Voltra.Text>x</Voltra.Text>
        for (let i = 0; i < 30; i++) node = <Voltra.VStack>{node}{node}</Voltra.VStack>
        return node
        """, error: "LimitError: output limit of 262144 bytes reached"),
    LimitCase(
      name: "long text", body: "return <Voltra.Text>{'x'.repeat(262144)}</Voltra.Text>",
      error: "LimitError: output limit of 262144 bytes reached"),
    LimitCase(
      name: "search of a megabyte",
      body: "const text = 'a'.repeat(1 << 20); for (let i = 0; i < 1e6; i++) text.indexOf('b')",
      error: steps),
    LimitCase(
      name: "a million formatters",
      body: "for (let i = 0; i < 1e6; i++) new Intl.NumberFormat('de-DE')", error: steps),
    LimitCase(
      name: "a million different formatters",
      body: """
        const all = []
        for (let i = 0; i < 1e6; i++) {
          const minimumIntegerDigits = 1 + i % 20, minimumFractionDigits = Math.floor(i / 20) % 20
          const options = { minimumIntegerDigits, minimumFractionDigits }
          all.push(new Intl.NumberFormat(i % 3 ? 'de' : 'fr', options))
        }
        """, error: steps),
    LimitCase(
      name: "a million formatted dates",
      body: "const date = new Date(0); for (let i = 0; i < 1e6; i++) date.toLocaleString('fr-FR')",
      error: steps),
  ]
}

// MARK: - Options

extension LimitCase {
  static let options = [
    LimitCase(
      name: "steps", body: "while (true) {}", error: "LimitError: step limit of 1000 reached"
    ) { $0.steps = 1_000 },
    LimitCase(
      name: "memory", body: "Array(10000).fill(0)",
      error: "LimitError: memory limit of 65536 bytes reached"
    ) { $0.memory = 65_536 },
    LimitCase(
      name: "memory for the props alone", body: "",
      error: "LimitError: memory limit of 16 bytes reached"
    ) { $0.memory = 16 },
    LimitCase(
      name: "output", body: "return <Voltra.Text>{'x'.repeat(100)}</Voltra.Text>",
      error: "LimitError: output limit of 100 bytes reached"
    ) { $0.output = 100 },
    LimitCase(
      name: "props", body: "", error: "LimitError: props limit of 10 bytes reached"
    ) { $0.props = 10 },
    LimitCase(
      name: "call depth",
      body: "const down = n => n === 0 ? 0 : 1 + down(n - 1); down(30)", error: stack
    ) { $0.callDepth = 20 },
    LimitCase(
      name: "element depth",
      body: """
        let node = <Voltra.Text>x</Voltra.Text>
        for (let i = 0; i < 30; i++) node = <Voltra.VStack>{node}</Voltra.VStack>
        return node
        """, error: stack
    ) { $0.elementDepth = 20 },
    LimitCase(
      name: "string length", body: "'x'.repeat(101)", error: "RangeError: Invalid string length"
    ) { $0.stringLength = 100 },
    LimitCase(name: "host stack", body: "const down = () => [1].map(down); down()", error: stack) {
      $0.hostStack = 1 << 20
    },
  ]
}

// MARK: - What a template cannot hold up

extension LimitCase {
  static let uncatchable = [
    LimitCase(
      name: "catch", body: "try { while (true) {} } catch { }", error: fewSteps, change: few),
    LimitCase(
      name: "finally that throws",
      body: "try { while (true) {} } finally { throw new Error('finally ran') }", error: fewSteps,
      change: few),
    LimitCase(
      name: "finally that returns",
      body: "try { while (true) {} } finally { return <Voltra.Text>caught</Voltra.Text> }",
      error: fewSteps, change: few),
    LimitCase(
      name: "catch in an endless loop",
      body: "while (true) { try { throw 1 } catch { continue } }", error: fewSteps, change: few),
    LimitCase(
      name: "catch around a built-in that calls back",
      body: "try { [1].map(() => { while (true) {} }) } catch { }", error: fewSteps, change: few),
    LimitCase(
      name: "catch around memory", body: "try { Array(1e7).fill(0) } catch { }", error: memory),
    LimitCase(
      name: "an iterator's return",
      body: """
        const endless = {
          [Symbol.iterator]: () => ({
            next: () => ({ value: 1, done: false }),
            return: () => { throw new Error('return ran') },
          }),
        }
        for (const x of endless) { while (true) {} }
        """, error: fewSteps, change: few),
  ]

  private static let few: @Sendable (inout RenderLimits) -> Void = { $0.steps = 300_000 }
}
