import Testing

@testable import PlanStore

@Suite("Addresses of homes")
struct HomeAddressTests {
  @Test(
    "A relative address is resolved as git does for submodules",
    arguments: [
      ("../board.git", "https://host/team/app.git", "https://host/team/board.git"),
      ("../board.git", "https://host/team/app.git/", "https://host/team/board.git"),
      ("../../x/board", "ssh://git@host:22/team/app", "ssh://git@host:22/x/board"),
      ("../board", "git@host:team/app.git", "git@host:team/board"),
      ("../board", "git@host:app", "git@host:board"), ("./board", "/srv/app", "/srv/app/board"),
      ("../board", "/srv/app", "/srv/board"), ("../board", "hubs/app", "hubs/board"),
      ("../board", "file:///srv/app", "file:///srv/board"),
      ("../board", "http://[::1]:80/app", "http://[::1]:80/board"),
      ("../board", "https://me:token@host/app", "https://me:token@host/board"),
      ("../board", "ext::sh -c git-remote /app", nil), ("../../-x", "hubs/app", nil),
      ("../../board", "git@host:app", nil), ("../../../board", "https://host/team/app", nil),
      ("../board", "../app", "../board"), ("../../board", "../app", nil), ("../", "/app", nil),
    ])
  func relative(_ text: String, _ origin: String, _ resolved: String?) throws {
    let address = try #require(HomeAddress(text))
    #expect(address.resolved(from: origin) == resolved)
    // A folder in that of the code is another one.
    #expect(address.isBeside(origin) == (resolved != nil && !text.hasPrefix("./")))
  }

  @Test(
    "An address by which git would run a program or read a file of this machine is none",
    arguments: [
      "", "board", "/srv/board", "file:///srv/board", "ext::sh -c id", "ext::sh", "fd::17",
      "-oProxyCommand=id", "-host:path", "host:-path", "git@-host:path",
      "ssh://-oProxyCommand=id/x",
      "ssh://git@-host/x", "https://", "https://host", "https:///path", "https://a:b@host/path",
      "http://host/path", "git://host/path", "host:", "..", "a\tb:c", "a b:c", "../a\nb", ":path",
      "../a:b", "https://me@host/path", "https://token@host/path", "https://evil?@host/path",
      "https://evil#@host/path", #"https://host\@evil/path"#, "https://evil%2f@host/path",
      "https://evil;host/path", "https://host:80:80/path", "https://host:+1/path",
      "https://[::1]/path", "ext::x", "host::path", "ssh://_x@host/path", "c\u{f6}x:path",
      "https://host/" + String(repeating: "x", count: 1000), "..\u{7f}/x:y", "a/b:c",
    ])
  func refused(_ text: String) {
    #expect(HomeAddress(text) == nil, "\(text)")
  }

  @Test("Only an address on the same host, with the same port, is as trustworthy as the code")
  func hosts() throws {
    let pairs = [
      ("https://host/board", "git@host:app", true), ("git@HOST:board", "https://Host/app", true),
      ("ssh://git@host/board", "https://user@host/app", true),
      ("https://host/board", "https://me:token@host/app", true),
      ("https://host/board", "https://host@evil/app", false),
      ("https://host/a:b@evil/x", "https://host/app", true),
      ("https://host:8443/board", "https://host/app", false),
      ("https://host.evil/board", "https://host/app", false),
      ("ssh://host@evil/board", "https://host/app", false),
      ("git@evil:host/board", "git@host:app", false), ("git@host:board", "/srv/app", false),
      ("../../board", "https://host/team/app", true), ("../../tmp/board", "/srv/app", false),
      ("../srv/board", "/srv/app", false), ("../x/../board", "/srv/app", true),
    ]
    for (text, origin, isBeside) in pairs {
      let address = try #require(HomeAddress(text))
      #expect(address.isBeside(origin) == isBeside, "\(text) beside \(origin)")
      #expect(text.hasPrefix("..") || address.resolved(from: origin) == text)
    }
  }
}
