#!/bin/sh
# Lets the standby follow, and has every commit wait for it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replication with replication login password :'password';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# Last, and for the server that starts after this: on the command line it would hold for the one that the image prepares the
# database with too, which no standby reaches, and whose first commit would wait for ever. It is kept in the volume
# (postgresql.auto.conf); one that was made earlier had it on the command line alone, and gets it by running this once:
#   docker compose exec primary psql -U shirogane -c "alter system set synchronous_standby_names = 'ANY 1 (standby)'" -c 'select pg_reload_conf()'
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
alter system set synchronous_standby_names = 'ANY 1 (standby)';
SQL
