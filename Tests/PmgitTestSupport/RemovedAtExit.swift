import Foundation
import Synchronization

/// The paths to remove when the process ends.
private let paths = Mutex<[String]>([])

/// Removes a file or a folder when this process ends.
package func removeAtExit(_ path: String) {
  let isFirst = paths.withLock { paths in
    paths.append(path)
    return paths.count == 1
  }
  if isFirst { atexit { removeAll() } }
}

private func removeAll() {
  for path in paths.withLock(\.self) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("could not remove \(path): \(error)")
    }
  }
}
