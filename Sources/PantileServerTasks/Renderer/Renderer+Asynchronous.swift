public import PantileServer

extension Renderer {
  /// Renders in a task.
  ///
  ///     ServedWidget(id: "weather", ios: .asynchronous { context, output in
  ///       output.body.append(utf8: try await forecast(for: context.configuration["city"]))
  ///       return .content()
  ///     })
  public static func asynchronous(
    _ draw: @escaping @Sendable (RenderContext, inout RenderOutput) async throws -> Outcome
  ) -> Renderer {
    .later { context, reply in
      Task {
        var output = RenderOutput()
        do {
          let outcome = try await draw(context, &output)
          reply.finish(outcome, output)
        } catch {
          reply.fail("\(error)")
        }
      }
    }
  }
}
