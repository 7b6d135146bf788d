import Foundation

/// A failure of a program at one of its calls that change files.
struct Fault: Sendable {
  enum Action: Sendable {
    /// SIGKILL before or after the call, or in the middle of a write.
    case killBefore, killAfter, killTorn
    /// Makes the call return an error without doing anything. Applies only to the calls named in
    /// `calls`; to all if nil.
    case fail(Int32, calls: [String]? = nil)
    /// Cuts a write short. Every later call named in `calls` returns an error; every later call if
    /// nil.
    case cutShort(Int32, calls: [String]?)
  }

  var action: Action
  /// The number of the call among those that match, from 1.
  var call = 1
  /// Whether all later calls fail too, as on a disk that stays full.
  var stays = false
  /// A pattern of `fnmatch` for `program name path`; nil for every call.
  var match: String?

  var kills: Bool {
    switch action {
    case .killBefore, .killAfter, .killTorn: true
    case .fail, .cutShort: false
    }
  }

  /// The environment variables that configure the library.
  var environment: [String: String] {
    var variables = ["PMGIT_FAULT_AT": "\(call)"]
    if stays { variables["PMGIT_FAULT_STAYS"] = "1" }
    variables["PMGIT_FAULT_MATCH"] = match
    switch action {
    case .killBefore: variables["PMGIT_FAULT_DO"] = "kill-before"
    case .killAfter: variables["PMGIT_FAULT_DO"] = "kill-after"
    case .killTorn: variables["PMGIT_FAULT_DO"] = "kill-torn"
    case .fail(let error, let calls):
      variables["PMGIT_FAULT_DO"] = "fail"
      variables["PMGIT_FAULT_ERRNO"] = "\(error)"
      variables["PMGIT_FAULT_CALLS"] = calls?.joined(separator: ",")
    case .cutShort(let error, let calls):
      variables["PMGIT_FAULT_DO"] = "short"
      variables["PMGIT_FAULT_ERRNO"] = "\(error)"
      variables["PMGIT_FAULT_CALLS"] = calls?.joined(separator: ",")
    }
    return variables
  }
}

extension Fault: CustomStringConvertible {
  /// The library's variables. With `LD_PRELOAD` they suffice to repeat the fault by hand.
  var description: String {
    environment.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
      .joined(separator: " ")
  }
}
