// Users need only `import Pantile`: the tree, the buffer and the findings come with it.
@_exported public import PantileCore
@_exported public import PantileJSON
