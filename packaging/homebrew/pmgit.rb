# Homebrew formula. Checked by 'ruby -c' alone; built by nobody yet. OWNER is where the project is kept.
class Pmgit < Formula
  desc "Kanban board that lives in your git repository"
  homepage "https://github.com/OWNER/pmgit"
  url "https://github.com/OWNER/pmgit/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"
  head "https://github.com/OWNER/pmgit.git", branch: "main"

  depends_on "lowdown" => :build
  depends_on "pkgconf" => :build
  depends_on "python@3.13" => :build
  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "libgit2"
  depends_on "libyaml"
  depends_on macos: :tahoe

  uses_from_macos "swift" => :build
  uses_from_macos "sqlite"

  def install
    system "make", "build", "LIBGIT2=shared", "SWIFTFLAGS=--disable-sandbox"
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    system bin/"pmgit", "init", "--demo", testpath/"demo"
    assert_match "Fix login on every iPad", shell_output("#{bin}/pmgit -C #{testpath}/demo/one list")
  end
end
