#!/bin/sh
# Lays a base down in place of the database and leads it to a moment: restore.sh BASE ['2026-11-24 12:34:56+09'] [TIMELINE]
# Without a moment it goes on to the end of the archive. Whoever restored before, and wants to go to a moment that this cut
# off, names the timeline that was left then, as 1. What lay there before is moved aside and stays until somebody
# removes it. The server that ran there must have been stopped.
set -eu
bases=${BASES:-/base-backups}
wal=${WAL:-/wal-archive}
archive=${ARCHIVE_WAL:-/etc/archive-wal.sh}
base=$bases/${1:-}
moment=${2:-}
if ! test -f "$base/base.tar.gz"; then
  echo "There is no base \"${1:-}\". There are:" >&2
  ls "$bases" >&2
  exit 1
fi
if pg_isready -q -h "${PRIMARY:-primary}"; then
  echo 'The database runs: stop it first.' >&2
  exit 1
fi

if test -d "$PGDATA"; then mv "$PGDATA" "$PGDATA.before-$(date -u +%Y%m%dT%H%M%SZ)"; fi
mkdir -p -m 0700 "$PGDATA"
tar -xzf "$base/base.tar.gz" -C "$PGDATA"
tar -xzf "$base/pg_wal.tar.gz" -C "$PGDATA/pg_wal"
touch "$PGDATA/recovery.signal"

# Settings of this one run: a standby that is copied from here later must not stop at that moment too. Nobody but this
# script reaches it, and what it writes on its new timeline is kept like everything.
postgres -D "$PGDATA" -c restore_command="test -f $wal/%f.gz && gzip -dc $wal/%f.gz > %p" -c recovery_target_time="$moment" \
  -c recovery_target_timeline="${3:-latest}" -c recovery_target_action=promote -c hot_standby=off \
  -c listen_addresses= -c synchronous_standby_names= -c archive_mode=on -c archive_command="sh $archive %p %f $wal" &
server=$!
until psql -qAt -U "$POSTGRES_USER" -d postgres -c 'select 1' >/dev/null 2>&1; do
  if ! kill -0 "$server" 2>/dev/null; then
    echo 'The database did not get there: PostgreSQL says why above.' >&2
    exit 1
  fi
  sleep 1
done
psql -qAt -U "$POSTGRES_USER" -d postgres -c "select 'on timeline ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)"
kill -INT "$server"
wait "$server"
