// Written by Scripts/built-in-files.sh.

#include <stddef.h>

#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const CFile files[] = {
    {"app-icon.svg", (const char[]){
#embed "../../Sources/PlanWeb/Page/app-icon.svg" suffix(, 0)
    }},
    {"app.webmanifest", (const char[]){
#embed "../../Sources/PlanWeb/Page/app.webmanifest" suffix(, 0)
    }},
    {"board/after-drag.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/after-drag.js" suffix(, 0)
    }},
    {"board/board-dots.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/board-dots.js" suffix(, 0)
    }},
    {"board/board.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/board.js" suffix(, 0)
    }},
    {"board/card.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/card.js" suffix(, 0)
    }},
    {"board/composer.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/composer.js" suffix(, 0)
    }},
    {"board/drag-speed.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/drag-speed.js" suffix(, 0)
    }},
    {"board/drag-target.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/drag-target.js" suffix(, 0)
    }},
    {"board/drag.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/drag.js" suffix(, 0)
    }},
    {"board/filters.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/filters.js" suffix(, 0)
    }},
    {"board/grouping.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/grouping.js" suffix(, 0)
    }},
    {"board/lane-head.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/lane-head.js" suffix(, 0)
    }},
    {"board/list-columns.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/list-columns.js" suffix(, 0)
    }},
    {"board/list-drag.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/list-drag.js" suffix(, 0)
    }},
    {"board/list-head.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/list-head.js" suffix(, 0)
    }},
    {"board/list.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/list.js" suffix(, 0)
    }},
    {"board/mark-fields.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/mark-fields.js" suffix(, 0)
    }},
    {"board/marks.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/marks.js" suffix(, 0)
    }},
    {"board/moves.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/moves.js" suffix(, 0)
    }},
    {"board/nothing.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/nothing.js" suffix(, 0)
    }},
    {"board/presets.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/presets.js" suffix(, 0)
    }},
    {"board/press.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/press.js" suffix(, 0)
    }},
    {"board/query.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/query.js" suffix(, 0)
    }},
    {"board/quick-edit.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/quick-edit.js" suffix(, 0)
    }},
    {"board/saved-views.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/saved-views.js" suffix(, 0)
    }},
    {"board/title-edit.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/title-edit.js" suffix(, 0)
    }},
    {"board/travel.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/board/travel.js" suffix(, 0)
    }},
    {"commands/acts.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/commands/acts.js" suffix(, 0)
    }},
    {"commands/commands.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/commands/commands.js" suffix(, 0)
    }},
    {"commands/fields.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/commands/fields.js" suffix(, 0)
    }},
    {"commands/keys.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/commands/keys.js" suffix(, 0)
    }},
    {"commands/palette.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/commands/palette.js" suffix(, 0)
    }},
    {"controls/chips.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/chips.js" suffix(, 0)
    }},
    {"controls/dismiss.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/dismiss.js" suffix(, 0)
    }},
    {"controls/dom.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/dom.js" suffix(, 0)
    }},
    {"controls/format-bar.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/format-bar.js" suffix(, 0)
    }},
    {"controls/format.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/format.js" suffix(, 0)
    }},
    {"controls/icons.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/icons.js" suffix(, 0)
    }},
    {"controls/kept-line.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/kept-line.js" suffix(, 0)
    }},
    {"controls/keyed.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/keyed.js" suffix(, 0)
    }},
    {"controls/markdown.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/markdown.js" suffix(, 0)
    }},
    {"controls/menu.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/menu.js" suffix(, 0)
    }},
    {"controls/offers.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/offers.js" suffix(, 0)
    }},
    {"controls/parts.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/parts.js" suffix(, 0)
    }},
    {"controls/pick-day.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/pick-day.js" suffix(, 0)
    }},
    {"controls/pick-list.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/pick-list.js" suffix(, 0)
    }},
    {"controls/pick-text.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/pick-text.js" suffix(, 0)
    }},
    {"controls/popover.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/popover.js" suffix(, 0)
    }},
    {"controls/sort.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/sort.js" suffix(, 0)
    }},
    {"controls/toast.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/controls/toast.js" suffix(, 0)
    }},
    {"deleted.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/deleted.js" suffix(, 0)
    }},
    {"frame.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/frame.js" suffix(, 0)
    }},
    {"icon.svg", (const char[]){
#embed "../../Sources/PlanWeb/Page/icon.svg" suffix(, 0)
    }},
    {"inbox-groups.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/inbox-groups.js" suffix(, 0)
    }},
    {"inbox.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/inbox.js" suffix(, 0)
    }},
    {"index.html", (const char[]){
#embed "../../Sources/PlanWeb/Page/index.html" suffix(, 0)
    }},
    {"main.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/main.js" suffix(, 0)
    }},
    {"plan/conflicts.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/conflicts.js" suffix(, 0)
    }},
    {"plan/failures.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/failures.js" suffix(, 0)
    }},
    {"plan/id-links.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/id-links.js" suffix(, 0)
    }},
    {"plan/mention-marks.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/mention-marks.js" suffix(, 0)
    }},
    {"plan/mentions.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/mentions.js" suffix(, 0)
    }},
    {"plan/panel-edge.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/panel-edge.js" suffix(, 0)
    }},
    {"plan/pictures.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/pictures.js" suffix(, 0)
    }},
    {"plan/plan-body.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-body.js" suffix(, 0)
    }},
    {"plan/plan-changes.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-changes.js" suffix(, 0)
    }},
    {"plan/plan-checklist.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-checklist.js" suffix(, 0)
    }},
    {"plan/plan-comments.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-comments.js" suffix(, 0)
    }},
    {"plan/plan-fields.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-fields.js" suffix(, 0)
    }},
    {"plan/plan-files.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-files.js" suffix(, 0)
    }},
    {"plan/plan-head.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-head.js" suffix(, 0)
    }},
    {"plan/plan-links.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-links.js" suffix(, 0)
    }},
    {"plan/plan-reading.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-reading.js" suffix(, 0)
    }},
    {"plan/plan-texts.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-texts.js" suffix(, 0)
    }},
    {"plan/plan-values.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan-values.js" suffix(, 0)
    }},
    {"plan/plan.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/plan.js" suffix(, 0)
    }},
    {"plan/uploads.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/plan/uploads.js" suffix(, 0)
    }},
    {"published/published-address.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published-address.js" suffix(, 0)
    }},
    {"published/published-keys.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published-keys.js" suffix(, 0)
    }},
    {"published/published-past.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published-past.js" suffix(, 0)
    }},
    {"published/published-query.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published-query.js" suffix(, 0)
    }},
    {"published/published-time.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published-time.js" suffix(, 0)
    }},
    {"published/published.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/published/published.js" suffix(, 0)
    }},
    {"settings/columns.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/columns.js" suffix(, 0)
    }},
    {"settings/fields.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/fields.js" suffix(, 0)
    }},
    {"settings/look-choices.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/look-choices.js" suffix(, 0)
    }},
    {"settings/names.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/names.js" suffix(, 0)
    }},
    {"settings/phases.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/phases.js" suffix(, 0)
    }},
    {"settings/rows.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/rows.js" suffix(, 0)
    }},
    {"settings/rules.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/rules.js" suffix(, 0)
    }},
    {"settings/settings.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/settings.js" suffix(, 0)
    }},
    {"settings/views.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/settings/views.js" suffix(, 0)
    }},
    {"state/address.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/address.js" suffix(, 0)
    }},
    {"state/api.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/api.js" suffix(, 0)
    }},
    {"state/arrivals.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/arrivals.js" suffix(, 0)
    }},
    {"state/asked.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/asked.js" suffix(, 0)
    }},
    {"state/board-content.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/board-content.js" suffix(, 0)
    }},
    {"state/days.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/days.js" suffix(, 0)
    }},
    {"state/drafts.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/drafts.js" suffix(, 0)
    }},
    {"state/find-plans.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/find-plans.js" suffix(, 0)
    }},
    {"state/folded-columns.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/folded-columns.js" suffix(, 0)
    }},
    {"state/follow.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/follow.js" suffix(, 0)
    }},
    {"state/key.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/key.js" suffix(, 0)
    }},
    {"state/lanes.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/lanes.js" suffix(, 0)
    }},
    {"state/look.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/look.js" suffix(, 0)
    }},
    {"state/moments.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/moments.js" suffix(, 0)
    }},
    {"state/names.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/names.js" suffix(, 0)
    }},
    {"state/outbox.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/outbox.js" suffix(, 0)
    }},
    {"state/own-changes.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/own-changes.js" suffix(, 0)
    }},
    {"state/page-state.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/page-state.js" suffix(, 0)
    }},
    {"state/problem.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/problem.js" suffix(, 0)
    }},
    {"state/recent.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/recent.js" suffix(, 0)
    }},
    {"state/start.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/start.js" suffix(, 0)
    }},
    {"state/state.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/state.js" suffix(, 0)
    }},
    {"state/tabs.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/tabs.js" suffix(, 0)
    }},
    {"state/terms.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/state/terms.js" suffix(, 0)
    }},
    {"styles/base.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/base.css" suffix(, 0)
    }},
    {"styles/board.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/board.css" suffix(, 0)
    }},
    {"styles/calendar.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/calendar.css" suffix(, 0)
    }},
    {"styles/card.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/card.css" suffix(, 0)
    }},
    {"styles/chart.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/chart.css" suffix(, 0)
    }},
    {"styles/composer.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/composer.css" suffix(, 0)
    }},
    {"styles/controls.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/controls.css" suffix(, 0)
    }},
    {"styles/filters.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/filters.css" suffix(, 0)
    }},
    {"styles/float.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/float.css" suffix(, 0)
    }},
    {"styles/frame.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/frame.css" suffix(, 0)
    }},
    {"styles/list.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/list.css" suffix(, 0)
    }},
    {"styles/media.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/media.css" suffix(, 0)
    }},
    {"styles/narrow.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/narrow.css" suffix(, 0)
    }},
    {"styles/pages.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/pages.css" suffix(, 0)
    }},
    {"styles/palette.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/palette.css" suffix(, 0)
    }},
    {"styles/plan.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/plan.css" suffix(, 0)
    }},
    {"styles/popover.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/popover.css" suffix(, 0)
    }},
    {"styles/road.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/road.css" suffix(, 0)
    }},
    {"styles/settings.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/settings.css" suffix(, 0)
    }},
    {"styles/text.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/text.css" suffix(, 0)
    }},
    {"styles/tokens.css", (const char[]){
#embed "../../Sources/PlanWeb/Page/styles/tokens.css" suffix(, 0)
    }},
    {"time/area.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/area.js" suffix(, 0)
    }},
    {"time/calendar-days.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/calendar-days.js" suffix(, 0)
    }},
    {"time/calendar-drag.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/calendar-drag.js" suffix(, 0)
    }},
    {"time/calendar-page.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/calendar-page.js" suffix(, 0)
    }},
    {"time/calendar-view.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/calendar-view.js" suffix(, 0)
    }},
    {"time/calendar.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/calendar.js" suffix(, 0)
    }},
    {"time/chart.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/chart.js" suffix(, 0)
    }},
    {"time/differences.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/differences.js" suffix(, 0)
    }},
    {"time/due-moves.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/due-moves.js" suffix(, 0)
    }},
    {"time/due-plan.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/due-plan.js" suffix(, 0)
    }},
    {"time/flow.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/flow.js" suffix(, 0)
    }},
    {"time/iterations.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/iterations.js" suffix(, 0)
    }},
    {"time/milestone-edit.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/milestone-edit.js" suffix(, 0)
    }},
    {"time/milestones.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/milestones.js" suffix(, 0)
    }},
    {"time/past.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/past.js" suffix(, 0)
    }},
    {"time/pick-moment.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/pick-moment.js" suffix(, 0)
    }},
    {"time/road-arrows.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/road-arrows.js" suffix(, 0)
    }},
    {"time/road-bars.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/road-bars.js" suffix(, 0)
    }},
    {"time/road-dates.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/road-dates.js" suffix(, 0)
    }},
    {"time/road-scale.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/road-scale.js" suffix(, 0)
    }},
    {"time/road-tabs.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/road-tabs.js" suffix(, 0)
    }},
    {"time/roadmap.js", (const char[]){
#embed "../../Sources/PlanWeb/Page/time/roadmap.js" suffix(, 0)
    }},
    {NULL, NULL},
};

const CFile *c_page_files(void) { return files; }
