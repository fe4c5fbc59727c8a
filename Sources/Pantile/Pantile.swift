// Users need only `import Pantile`: the tree, the buffer, the findings, the push, the decoder of
// props and the trials come with it.
@_exported public import PantileCore
@_exported public import PantileJSON
@_exported public import PantileRender
