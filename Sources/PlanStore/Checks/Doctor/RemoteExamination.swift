import Git

extension BoardStore {
  /// Asks the board's remote whether it can be used and has the board; nothing is fetched.
  ///
  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Returns: nil if all is well, or if there is no remote at all.
  package func examineRemote(terminalPrompt: Bool) async throws(StoreError) -> Finding? {
    let remotes = try repository.remoteNames()
    if settings.remote == nil, remotes.isEmpty { return nil }
    do throws(StoreError) {
      let remote = try remote(terminalPrompt: terminalPrompt)
      let head: ObjectID?
      do {
        head = try await remote.program.remoteReference(
          branch, of: remote.name, deadline: settings.timeout, terminalPrompt: terminalPrompt)
      } catch {
        throw .remote(remote.name, error)
      }
      return head == nil ? .notOnRemote(remote: remote.name) : nil
    } catch {
      return .failure(error)
    }
  }
}
