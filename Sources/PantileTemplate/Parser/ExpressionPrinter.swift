enum ExpressionPrinter { static func text(of range: SourceRange, in file: SourceFile) -> String { "(intermediate value)" } }
