import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ports of 127.0.0.1.
enum Loopback {
  struct SystemError: Error { let code: Int32 }

  /// The next port to try. It is below the ports that the system gives to clients. Otherwise a
  /// client could take it before the server binds it.
  private static let nextPort = Atomic<Int>(20_000 + Int(getpid()) * 31 % 10_000)

  /// Returns a port that was free a moment ago and is not given to another caller.
  static func freePort() throws -> UInt16 {
    for _ in 0..<1000 {
      let number = nextPort.wrappingAdd(1, ordering: .relaxed).oldValue
      let port = UInt16(20_000 + number % 12_000)
      // Ports in use are skipped. The socket does not listen: a child that another thread starts
      // now has a copy of it until it runs its program, and would answer in place of the server.
      guard let socket = try? bind(to: port) else { continue }
      close(socket)
      return port
    }
    throw SystemError(code: EADDRINUSE)
  }

  /// Listens on any free port. The system accepts connections even if no program does.
  static func listen(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try bind(to: 0)
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        if systemListen(descriptor, backlog) != 0 { return Int32(-1) }
        return getsockname(descriptor, pointer, &length)
      }
    }
    guard status == 0 else { throw failure(closing: descriptor) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Returns a socket that has a port, or any free port if `port` is 0.
  private static func bind(to port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, streamType, 0)
    var address = address(port: port)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        systemBind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw failure(closing: descriptor) }
    return descriptor
  }

  private static func failure(closing descriptor: Int32) -> SystemError {
    let error = SystemError(code: errno)
    close(descriptor)
    return error
  }

  /// Connects to a port. Returns nil if that fails.
  static func connect(to port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, streamType, 0)
    var address = address(port: port)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        systemConnect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  static func accepts(_ port: UInt16) -> Bool {
    guard let descriptor = connect(to: port) else { return false }
    close(descriptor)
    return true
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    private static let systemBind = Glibc.bind
    private static let systemListen = Glibc.listen
    private static let systemConnect = Glibc.connect
  #else
    private static let streamType = SOCK_STREAM
    private static let systemBind = Darwin.bind
    private static let systemListen = Darwin.listen
    private static let systemConnect = Darwin.connect
  #endif
}

/// A server that accepts connections and never answers.
final class SilentServer {
  private let descriptor: Int32
  let port: UInt16

  init() throws { (descriptor, port) = try Loopback.listen(backlog: 64) }
  deinit { close(descriptor) }
}
