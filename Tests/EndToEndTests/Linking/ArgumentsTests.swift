import Foundation
import PmgitTestSupport
import Testing

#if os(Linux)
  @Suite("Arguments of the program")
  struct ArgumentsTests {
    @Test("They are read also if a preloaded library has changed the environment")
    func changedEnvironment() async throws {
      let library = try PreloadedLibrary(
        compiling: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "Programs/environment.c"), as: "pmgit-environment")
      let scratch = try await ScratchRepository()
      let result = try await Binary(repository: scratch).shell(
        """
        pmgit init -q && export LD_PRELOAD='\(library.path)' && pmgit add "Two words" -q >id &&
          pmgit list --json | grep -o 'Two words'
        pmgit export --site ../site --nonsense
        """)
      #expect(result.output == "Two words\n", "\(result)")
      #expect(result.messages.contains("--nonsense"), "\(result)")
    }
  }
#endif
