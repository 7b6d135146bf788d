/// The version of pmgit, as `pmgit --version` prints it.
let pmgitVersion = "pmgit version 0.1.0"
