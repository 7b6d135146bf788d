#!/bin/sh
# The job 'bridges' of board.sh: bridges.sh BOARD
#
# It shares the board, pulls from a tracker, and shares the board again. It needs nothing of earlier runs. The variables:
#
# PMGIT_BRIDGE     the tracker, as github:OWNER/REPO; unless said, the issues of the job's repository
# PMGIT_TOKEN      a token for the tracker; without it, gh, glab and git use what they have
# PMGIT_DIRECTION  pull, or push, which also sends what was changed here; pull unless said
# PMGIT_NEW        a query; a push makes issues of the plans that it finds
# PMGIT_AT_MOST    how many plans a pull may add and finish
# PMGIT_PAGE       the file that gets a page about the run; that of GITHUB_STEP_SUMMARY gets it, too
set -eu

board=$1
direction=${PMGIT_DIRECTION:-pull}
case $direction in
pull | push) ;;
*)
  echo "bridges.sh: the direction '$direction' is not pull or push" >&2
  exit 64
  ;;
esac

# Prints the source of a bridge to the issues of the job's repository.
own_issues() {
  if [ "${GITLAB_CI:-}" = true ]; then
    echo "gitlab:$CI_SERVER_HOST/$CI_PROJECT_PATH"
  elif [ -n "${FORGEJO_ACTIONS:-}${GITEA_ACTIONS:-}" ]; then
    echo "gitea:${GITHUB_SERVER_URL#https://}/$GITHUB_REPOSITORY"
  elif [ "${GITHUB_ACTIONS:-}" = true ]; then
    case $GITHUB_SERVER_URL in
    https://github.com) echo "github:$GITHUB_REPOSITORY" ;;
    *) echo "github:${GITHUB_SERVER_URL#https://}/$GITHUB_REPOSITORY" ;;
    esac
  else
    echo "bridges.sh: this is no job of GitHub, GitLab, Forgejo or Gitea; name the issues, as github:OWNER/REPO" >&2
    return 64
  fi
}
source=${PMGIT_BRIDGE:-$(own_issues)}

# The runners of Forgejo and Gitea call their own token GITHUB_TOKEN, and gh would send it to GitHub.
if [ -n "${FORGEJO_ACTIONS:-}${GITEA_ACTIONS:-}" ]; then unset GITHUB_TOKEN; fi
if [ -n "${PMGIT_TOKEN:-}" ]; then
  case $source in
  gitea:*)
    # The address of the host, for which git asks the last of these helpers alone.
    host=${source#gitea:}
    case $host in http://*) ;; *) host=https://$host ;; esac
    host=${host%%"${host#*://*/}"}
    count=${GIT_CONFIG_COUNT:-0}
    export PMGIT_TOKEN GIT_CONFIG_COUNT=$((count + 2))
    export "GIT_CONFIG_KEY_$count=credential.$host.helper" "GIT_CONFIG_VALUE_$count="
    export "GIT_CONFIG_KEY_$((count + 1))=credential.$host.helper" \
      "GIT_CONFIG_VALUE_$((count + 1))=!f() { if [ \"\$1\" = get ]; then echo username=pmgit; echo \"password=\$PMGIT_TOKEN\"; fi; }; f"
    ;;
  gitlab:*) export GITLAB_TOKEN="$PMGIT_TOKEN" ;;
  github:*/*/*) export GH_ENTERPRISE_TOKEN="$PMGIT_TOKEN" ;;
  *) export GH_TOKEN="$PMGIT_TOKEN" ;;
  esac
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/log"
status=0

# Runs pmgit. Its messages go to the log, too, and the first exit code that is not 0 is that of the job.
step() {
  { { pmgit --board "$board" "$@" 2>&1 || echo $? >&3; } | tee -a "$work/log" >&2; } 3>"$work/code"
  code=$(cat "$work/code")
  if [ "$status" = 0 ]; then status=${code:-0}; fi
  return "${code:-0}"
}

# Prints what the run did, as HTML without blank lines, which Markdown takes as it is.
page() {
  tab=$(printf '\t')
  escape='s/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'
  printf '<h3>Bridge to %s%s</h3>\n<pre>' "$(printf %s "$source" | sed "$escape")" "$([ "$status" = 0 ] || echo ': failed')"
  sed "/^ *\$/d; $escape" "$work/log" | tail -n 300
  echo '</pre>'
  if [ ! -s "$work/changes" ]; then return; fi
  # The issue of each plan, as a link where its alias names a page.
  name='[A-Za-z0-9_.-]*'
  sed "$escape
    s;^\([^$tab]*\)$tab\([^$tab,]*\).*\$;\1$tab\2;
    s;${tab}github:\($name/$name\)#\([0-9]*\)\$;$tab<a href=\"https://github.com/\1/issues/\2\">#\2</a>;
    s;${tab}github:\($name/$name/$name\)#\([0-9]*\)\$;$tab<a href=\"https://\1/issues/\2\">#\2</a>;
    s;${tab}gitlab:\($name\.$name/$name/[A-Za-z0-9_./-]*\)#\([0-9]*\)\$;$tab<a href=\"https://\1/-/issues/\2\">#\2</a>;
    s;${tab}gitlab:\($name/[A-Za-z0-9_./-]*\)#\([0-9]*\)\$;$tab<a href=\"https://gitlab.com/\1/-/issues/\2\">#\2</a>;
    s;${tab}gitea:\($name/[A-Za-z0-9_./-]*\)#\([0-9]*\)\$;$tab<a href=\"https://\1/issues/\2\">#\2</a>;
  " "$work/plans" >"$work/issues"
  echo '<table><tr><th>plan</th><th>issue</th><th>changed on the board</th></tr>'
  sed "$escape" "$work/changes" | awk -F '\t' -v most=200 '
    FILENAME != "-" { issue[$1] = $2; next }
    { sub(/\/.*/, "", $3) }
    $3 == "rank" || ($1, $3) in seen { next }
    { seen[$1, $3] }
    !($1 in fields) { plans[++count] = $1 }
    { title[$1] = $2; fields[$1] = fields[$1] (fields[$1] ? ", " : "") $3; if ($3 == "created") isNew[$1] }
    END {
      for (i = 1; i <= count && i <= most; i++) {
        id = plans[i]
        print "<tr><td>" title[id] "</td><td>" issue[id] "</td><td>" (id in isNew ? "new" : fields[id]) "</td></tr>"
      }
      if (count > most) print "<tr><td>and " count - most " more</td></tr>"
    }' "$work/issues" -
  echo '</table>'
}

# Adds the bridge, unless the runner has kept its clone and the bridge in it.
add() {
  if [ "$(git config pmgit-bridge.ci.source)" = "$source" ]; then return; fi
  if git config --get-regexp '^pmgit-bridge\.ci\.' >/dev/null; then step bridge remove -q ci || return; fi
  step bridge add -q ci "$source"
}

# A push ends after ten failures in a row. The next one in the same clone begins with other changes.
push() {
  for _ in 1 2 3; do
    if step bridge push ci --sync ${PMGIT_NEW:+"--new=$PMGIT_NEW"}; then return; fi
    if ! grep -q "failed commands in a row" "$work/log"; then return; fi
  done
}

if step sync; then
  before=$(git rev-parse "refs/heads/pmgit/$board")
  if add && step bridge pull ci ${PMGIT_AT_MOST:+"--at-most=$PMGIT_AT_MOST"} && [ "$direction" = push ]; then push; fi
  pmgit --board "$board" diff "$before" >"$work/changes" 2>/dev/null || :
  pmgit --board "$board" list is:any --fields id,aliases >"$work/plans" 2>/dev/null || :
  # What was pulled and sent is shared even if something has failed.
  step sync || :
fi
if grep -q -e "--at-most" "$work/log"; then
  echo "a job sets '--at-most' by the input 'at-most' of the action, or by PMGIT_AT_MOST" | tee -a "$work/log" >&2
fi
if [ -n "${PMGIT_PAGE:-}" ]; then { echo '<!doctype html><meta charset="utf-8">' && page; } >"$PMGIT_PAGE"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then page >>"$GITHUB_STEP_SUMMARY"; fi
exit "$status"
