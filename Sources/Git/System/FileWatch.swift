import Dispatch
import Libc
import Synchronization

/// Waits until files below a folder may have changed.
///
/// The files may be missing, and the folders above them may be removed and made again. Linux
/// reports changes at once. Elsewhere, or if the system's limit of watches is reached, a wait only
/// ends after its longest time, so the caller should choose that time as the period for polling.
/// Reading the files is not reported.
package final class FileWatch {
  private let wakening: AsyncStream<Void>.Continuation
  private var wakenings: AsyncStream<Void>.Iterator
  private let files: [WatchedFile]
  private var notices: FolderNotices?

  /// Starts to watch files below a folder.
  ///
  /// - Parameters:
  ///   - root: An existing folder, ending in `/`.
  ///   - paths: The files' paths below the folder.
  ///   - isPolling: Whether to poll even where the system can report changes.
  package init(_ paths: [String], below root: String, isPolling: Bool = false) {
    // One waiting signal is enough: the caller then reads the files.
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    (wakening, wakenings) = (continuation, stream.makeAsyncIterator())
    files = paths.map { WatchedFile(path: $0, below: root) }
    if !isPolling { notices = FolderNotices { continuation.yield() } }
    follow()
  }

  /// Whether the system reports changes.
  package var isNotified: Bool { notices != nil }

  /// Waits until a file may have changed, `wake` was called, the time is over, or the task is
  /// cancelled.
  ///
  /// Changes since the last wait also end it. So no change is missed if the files are read after
  /// each wait.
  package func wait(upTo limit: Duration) async {
    let wakening = wakening
    let timer = Task {
      // Sleeping throws if the wait has ended.
      do { try await Task.sleep(for: limit) } catch { return }
      wakening.yield()
    }
    _ = await wakenings.next(isolation: #isolation)
    timer.cancel()
    follow()
  }

  /// Returns a function that ends the present or the next wait; any thread may call it.
  package var wake: @Sendable () -> Void {
    { [wakening] in wakening.yield() }
  }

  /// Watches the folders that exist now. This is done before the files are read, so that every
  /// later change is reported.
  private func follow() {
    guard let notices else { return }
    var folders: [String: Set<String>] = [:]
    for file in files {
      for (folder, name) in file.steps { folders[folder, default: []].insert(name) }
    }
    if !notices.follow(folders) { self.notices = nil }
  }
}

/// A file whose folders may be missing.
private struct WatchedFile {
  /// Each folder on the way from the root to the file, and the name of the next step in it.
  let steps: [(folder: String, name: String)]

  init(path: String, below root: String) {
    var folder = root
    steps = path.split(separator: "/").map { name in
      defer { folder += "\(name)/" }
      return (folder, String(name))
    }
  }
}

#if canImport(Glibc)
  /// The notices of Linux about entries of folders, from inotify.
  private final class FolderNotices {
    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let names: WatchedNames

    /// Starts to receive the system's notices about changes in folders.
    ///
    /// - Parameter report: Called on another thread after an entry has changed.
    /// - Returns: nil if the system's limit of inotify instances is reached.
    init?(_ report: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let names = WatchedNames()
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        if names.readNotices(from: descriptor) { report() }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      (self.descriptor, self.names) = (descriptor, names)
    }

    deinit { source.cancel() }

    /// The events to watch: changes of a folder's entries. Reading causes none of them.
    private static let changes =
      UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
      | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      | UInt32(IN_ONLYDIR)

    /// Watches these folders and no others. A missing folder is left out: the folder above it
    /// reports when it is made.
    ///
    /// - Parameter folders: The names in each folder whose changes are reported.
    /// - Returns: Whether the system could watch them.
    func follow(_ folders: [String: Set<String>]) -> Bool {
      var followed: [Int32: Set<String>] = [:]
      // A folder above another one comes first. If the folder below is made between the two calls,
      // the second call finds it or the first watch reports it.
      for (folder, wanted) in folders.sorted(by: { $0.key < $1.key }) {
        let watch = inotify_add_watch(descriptor, folder, Self.changes)
        guard watch >= 0 else {
          if errno == ENOENT || errno == ENOTDIR { continue }
          return false
        }
        followed[watch, default: []].formUnion(wanted)
      }
      for old in names.replace(with: followed) { inotify_rm_watch(descriptor, old) }
      return true
    }
  }

  /// The names whose changes are reported, by the number of their folder's watch.
  private final class WatchedNames: Sendable {
    private let names = Mutex<[Int32: Set<String>]>([:])

    /// Replaces the watched names of all folders.
    ///
    /// - Parameter followed: The names to watch, by the number of their folder's watch.
    /// - Returns: The watches that are no longer needed.
    func replace(with followed: [Int32: Set<String>]) -> [Int32] {
      names.withLock { names in
        defer { names = followed }
        return names.keys.filter { followed[$0] == nil }
      }
    }

    /// Reads all waiting notices.
    ///
    /// - Returns: Whether one of them is about a watched name, or about a watched folder itself.
    func readNotices(from descriptor: Int32) -> Bool {
      var isAboutWatched = false
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
        names.withLock { names in
          isAboutWatched =
            Notice.all(in: buffer[..<count]).contains { $0.concerns(names) }
            || isAboutWatched
        }
      }
      return isAboutWatched
    }
  }

  /// One `inotify_event`.
  private struct Notice {
    let watch: Int32
    let mask: UInt32
    /// The name of the entry; empty for the folder itself.
    let name: String

    /// The size of an event without the name, by `inotify(7)`.
    private static let headSize = 16

    static func all(in bytes: ArraySlice<UInt8>) -> [Notice] {
      var notices: [Notice] = []
      bytes.withUnsafeBytes { bytes in
        var start = 0
        while start + headSize <= bytes.count {
          let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
          let end = min(bytes.count, start + headSize + length)
          notices.append(
            Notice(
              watch: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
              mask: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
              name: String(
                decoding: bytes[(start + headSize)..<end].prefix { $0 != 0 }, as: UTF8.self)))
          start = end
        }
      }
      return notices
    }

    /// Whether the notice is about a watched name or folder, or reports that notices were dropped.
    func concerns(_ names: [Int32: Set<String>]) -> Bool {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      guard let wanted = names[watch] else { return false }
      return name.isEmpty || wanted.contains(name)
    }
  }
#else
  /// A stand-in for systems without such notices. It can't be created.
  private final class FolderNotices {
    init?(_ report: @escaping @Sendable () -> Void) { return nil }
    func follow(_ folders: [String: Set<String>]) -> Bool { false }
  }
#endif
