@testable import PantileRender
