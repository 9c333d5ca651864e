import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The folder of the socket, which no other user can enter.
enum SocketFolder {
  /// Makes the folder, and removes a socket that a killed server has left.
  ///
  /// - Throws: `InspectServer.Failure` if another user can enter it, or a server listens there.
  static func prepare(_ path: String, _ group: MultiThreadedEventLoopGroup) async throws {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    _ = unsafe mkdir(folder, 0o700)
    var status = stat()
    guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw InspectServer.Failure(description: "There is no folder \(folder).")
    }
    guard status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      // A folder for all users, such as /tmp, has to stay one.
      let isOwn = status.st_uid == getuid() && status.st_mode & S_ISVTX == 0
      throw InspectServer.Failure(
        description: isOwn
          ? "Other users can enter \(folder): chmod 700 it, or name another socket."
          : "Other users can enter \(folder): name a socket in a folder of your own."
      )
    }
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw InspectServer.Failure(description: "\(path) exists, and is no socket.")
    }
    do {
      let other = try await ClientBootstrap(group: group).connect(unixDomainSocketPath: path).get()
      try? await other.close().get()
    } catch {
      _ = unsafe unlink(path)
      return
    }
    throw InspectServer.Failure(
      description: "An inspector listens at \(path) already. Use it, or name another socket."
    )
  }
}
