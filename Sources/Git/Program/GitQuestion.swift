import CPlatform
import Libc

/// A run of the `git` program that takes no longer than reading a file, so the thread waits for it.
/// Everything else runs as a `GitProcess`, which has a deadline.
struct GitQuestion {
  let arguments: [String]
  /// The environment of git, with the variables that locate a repository.
  let environment: [String: String]

  /// Prepares a run of git in a folder. If that is this process's own folder, git is not told to
  /// change it, so that `PWD` keeps the path as typed, with its symbolic links.
  init(_ arguments: [String], in folder: String, environment: [String: String]) {
    self.arguments = Self.isOwn(folder) ? arguments : ["-C", folder] + arguments
    var environment = environment.merging(["LC_ALL": "C"]) { _, new in new }
    // If this variable is set, 'git config' reads only the file that it names.
    environment["GIT_CONFIG"] = nil
    self.environment = environment
  }

  /// Returns the standard output of git.
  ///
  /// - Throws: `GitError` if git is not installed, can't be started, or fails.
  func answer() throws(GitError) -> [UInt8] {
    let operation = "ask git for its configuration"
    guard let path = Self.path(environment) else {
      throw GitError(.notFound, "the 'git' program is not installed", operation: operation)
    }
    var (child, output): (pid_t, Int32) = (0, -1)
    let failure = Self.withPointers([path] + arguments) { arguments in
      Self.withPointers(environment.map { "\($0.key)=\($0.value)" }) { environment in
        pmgit_start_child(path, arguments, environment, &child, &output)
      }
    }
    guard failure == 0 else {
      errno = failure
      throw .system(operation)
    }
    let answer = Self.readAll(output)
    var (status, waited): (Int32, pid_t) = (0, 0)
    repeat { waited = waitpid(child, &status, 0) } while waited < 0 && errno == EINTR
    // If this process ignores the ends of its children, it is unknown whether git failed.
    let isKnown = waited == child
    guard let answer, isKnown ? status == 0 : !answer.isEmpty else {
      throw GitError(
        .generic, "'git config --list' failed; run it to see why", operation: operation)
    }
    return answer
  }

  /// Returns the path of the first `git` in the environment's `PATH`. Empty and relative folders
  /// are skipped, as `GitProcess` does.
  private static func path(_ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }.map { "\($0)/git" }.first { access($0, X_OK) == 0 }
  }

  private static func isOwn(_ folder: String) -> Bool {
    var (own, other) = (stat(), stat())
    return stat(".", &own) == 0 && stat(folder, &other) == 0
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// Runs `body` with the texts as C strings in an array that ends with NULL.
  private static func withPointers<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  /// Returns everything that is written to a pipe, and closes it; nil if it can't be read.
  private static func readAll(_ descriptor: Int32) -> [UInt8]? {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { return nil }
    }
  }
}
