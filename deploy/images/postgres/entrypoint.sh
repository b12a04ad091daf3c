#!/bin/sh
# Creates the cluster on the first start, then becomes the server.
# A start that is killed half-way leaves only the temporary folder, which the next start throws away.
set -eu
cluster=/var/lib/postgresql/data/cluster-15
draft=/var/lib/postgresql/data/draft
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}

if [ ! -d "$cluster" ]; then
    : "${POSTGRES_PASSWORD:?must be set for the first start}"
    rm -rf "$draft"
    password_file=$(mktemp)
    printf '%s\n' "$POSTGRES_PASSWORD" > "$password_file"
    initdb --pgdata "$draft" --username "$user" --pwfile "$password_file" \
        --auth-local trust --auth-host scram-sha-256 --encoding UTF8 --locale C.UTF-8 > /dev/null
    rm "$password_file"
    echo "host all all all scram-sha-256" >> "$draft/pg_hba.conf"
    if [ "$database" != postgres ]; then
        printf 'CREATE DATABASE "%s"\n' "$database" | postgres --single -j -D "$draft" postgres > /dev/null
    fi
    mv "$draft" "$cluster"
fi

if [ "${1:-postgres}" = postgres ]; then
    [ $# -eq 0 ] || shift
    exec postgres -D "$cluster" -c 'listen_addresses=*' "$@"
fi
exec "$@"
