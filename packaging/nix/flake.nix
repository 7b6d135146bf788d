# Nix flake, of the released archive. Checked by 'nix-instantiate --parse' alone; built by nobody yet. OWNER is where the
# project is kept.
{
  description = "Kanban board that lives in your git repository";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "0.1.0";
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
    in {
      packages.x86_64-linux.default = pkgs.stdenv.mkDerivation {
        pname = "pmgit";
        inherit version;
        src = pkgs.fetchurl {
          url = "https://github.com/OWNER/pmgit/releases/download/v${version}/pmgit-${version}-linux-x86_64.tar.xz";
          sha256 = pkgs.lib.fakeSha256;
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        dontStrip = true;
        installPhase = ''
          mkdir -p $out
          cp -a . $out/
        '';
        meta = {
          description = "Kanban board that lives in your git repository";
          license = pkgs.lib.licenses.asl20;
          platforms = [ "x86_64-linux" ];
          mainProgram = "pmgit";
        };
      };
    };
}
