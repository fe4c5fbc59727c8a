@testable import PantileHost
