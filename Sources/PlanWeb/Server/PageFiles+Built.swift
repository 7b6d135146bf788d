extension PageFiles {
  /// The files of the folder `Page`, as the build put them into the program.
  static let built = PageFiles([
    "index.html": PackageResources.index_html,
    "style.css": PackageResources.style_css,
    "icon.svg": PackageResources.icon_svg,
    "acts.js": PackageResources.acts_js,
    "api.js": PackageResources.api_js,
    "board.js": PackageResources.board_js,
    "card.js": PackageResources.card_js,
    "conflicts.js": PackageResources.conflicts_js,
    "dom.js": PackageResources.dom_js,
    "drafts.js": PackageResources.drafts_js,
    "drag.js": PackageResources.drag_js,
    "flow.js": PackageResources.flow_js,
    "keys.js": PackageResources.keys_js,
    "list.js": PackageResources.list_js,
    "main.js": PackageResources.main_js,
    "markdown.js": PackageResources.markdown_js,
    "menu.js": PackageResources.menu_js,
    "past.js": PackageResources.past_js,
    "plan.js": PackageResources.plan_js,
    "query.js": PackageResources.query_js,
    "settings.js": PackageResources.settings_js,
    "state.js": PackageResources.state_js,
    "toast.js": PackageResources.toast_js,
  ])
}
