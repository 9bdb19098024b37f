#!/bin/sh
# Builds PgBouncer from the sources of Debian 13, because Debian 12 has a version without prepared statements in transaction mode.
# The package manager checks the sources' signatures. Needs the packages gcc, make, pkgconf, libevent-dev and libssl-dev.
set -eu
cache=$(cd "$(dirname "$0")/../.." && pwd)/node_modules/.cache/medina-care
[ ! -x "$cache/pgbouncer" ] || { echo "$cache/pgbouncer"; exit 0; }
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

# The mirror of this machine, with another release.
mkdir -p sources lists/partial cache/archives/partial
sed -e 's/^Types: .*/Types: deb-src/' -e 's/^Suites: .*/Suites: trixie/' -e '/^$/,$d' \
  /etc/apt/sources.list.d/debian.sources > sources/trixie.sources
trixie() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/sources" \
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root "$@"
}
trixie update
trixie source --download-only pgbouncer

tar -xf pgbouncer_*.orig.tar.gz --strip-components=1
{ ./configure --without-cares --without-systemd && make -j2 pgbouncer; } > build.log 2>&1 || { cat build.log; exit 1; }
mv pgbouncer "$cache/pgbouncer.new"
mv "$cache/pgbouncer.new" "$cache/pgbouncer" # atomic: a test may look for it
echo "$cache/pgbouncer"
