/// What a fuzz input is given to.
public enum FuzzArea: String, CaseIterable, Sendable {
  /// A JSON text: the document, the same in chunks, the events and the canonical writer.
  case json
  /// A snippet: compiled and rendered.
  case snippet
  /// A widget source behind a line `// case seed`, rendered with the props of the case.
  case source
  /// Props behind a line `// case seed`, rendered with the widget of the case.
  case props
  /// Flags, a pattern and a text, each in a line of its own.
  case regex
  /// A payload: linted, repaired and explained.
  case payload
  /// A widget made from a seed, or its source: patterns as forms, as nodes and as elements.
  case patterns
  /// A JSON text: as a prop, and with `JSON.parse` from UTF-16.
  case imports
}
