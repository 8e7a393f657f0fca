#!/bin/sh
# The command of an unpacked release. It needs a shell and coreutils alone: Node is in the release.
set -eu
release=$(dirname -- "$(readlink -f -- "$0")")
node=$release/node_modules/.bin/node
export GLEAN="${GLEAN:-$0}"

name=${1:---help}
[ $# -eq 0 ] || shift
case $name in
  serve) exec "$node" "$release/scripts/serve.mjs" ;;
  operator) exec "$node" "$release/scripts/operator.ts" "$@" ;;
  upgrade | rollback | journey) exec "$node" "$release/scripts/upgrade/$name.ts" "$@" ;;
  setup) exec "$node" "$release/scripts/setup.ts" "$@" ;;
  --version) exec "$node" -p 'require(process.argv[1]).version' "$release/package.json" ;;
  *)
    cat <<TEXT
glean setup            asks five questions, and prepares a site
glean serve            starts the site
glean upgrade <archive>
                       tries a new version on a copy of the data, then lets it run; goes back if it does not hold
glean rollback         goes back to the version before
glean operator <…>     a command of the operator; without one it lists them
glean --version        the version of this release
TEXT
    [ "$name" = --help ] || exit 1
    ;;
esac
