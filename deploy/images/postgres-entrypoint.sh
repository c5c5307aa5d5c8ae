#!/bin/sh
# Does what docker-compose.yml needs of the official image's entry point.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single postgres
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
