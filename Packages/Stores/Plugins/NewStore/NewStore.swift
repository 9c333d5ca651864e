import Foundation
import PackagePlugin

/// Begins a store, or a view with its store, from a template.
///
///     swift package --allow-writing-to-package-directory new-store Store Profile
///
/// It writes either all files of the template or none, and never over an existing file.
@main
struct NewStore: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    let templates = try Template.all(for: context.package)
    guard let template = templates.first(where: { $0.name == request.template }) else {
      let names = templates.map(\.name).joined(separator: ", ")
      throw Diagnostic("there is no template \(request.template); there are \(names)")
    }
    let folder = try folder(for: request, in: context.package)
    for file in try template.write(for: request.name, into: folder) { print(file.path) }
  }

  /// The folder of the new files: that of the target that is asked for, or of the only one.
  private func folder(for request: Request, in package: Package) throws -> URL {
    let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind != .test }
    let names = targets.map(\.name).joined(separator: ", ")
    guard let wanted = request.target else {
      guard targets.count == 1 else {
        throw Diagnostic("say for which target, with --target; there are \(names)")
      }
      return targets[0].directoryURL
    }
    guard let target = targets.first(where: { $0.name == wanted }) else {
      throw Diagnostic("there is no target \(wanted); there are \(names)")
    }
    return target.directoryURL
  }
}
