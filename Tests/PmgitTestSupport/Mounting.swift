import Foundation
package import Testing

/// A check whether a process can have its own mounts. Many containers and 'chroot' forbid it, even
/// for root.
package enum Mounting {
  package static let isPossible: Bool = {
    guard getuid() == 0, SystemPath.find("unshare") != nil else { return false }
    let probe = Process()
    probe.executableURL = URL(filePath: "/bin/sh")
    probe.arguments = ["-c", "unshare -m mount --bind /etc /mnt 2> /dev/null"]
    do { try probe.run() } catch { return false }
    probe.waitUntilExit()
    return probe.terminationStatus == 0
  }()

  package static let reason: Comment = "wants root and the right to mount"
}
