extension PageFiles {
  /// The files of the folder `Page`, as the build put them into the program.
  static let built = PageFiles([
    "index.html": PackageResources.index_html,
    "style.css": PackageResources.style_css,
    "main.js": PackageResources.main_js,
  ])
}
