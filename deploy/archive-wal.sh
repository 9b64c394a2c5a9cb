#!/bin/sh
# Keeps one segment of the WAL, as PostgreSQL's archive_command: archive-wal.sh %p %f FOLDER
# Squeezed, since one that is kept each minute is mostly empty. Under its own name a segment is whole and on the disk. One
# that is there already was kept before a sudden end of the server, which asks again: it must be the same, or two servers
# write into one archive, and nothing is kept of this one.
set -eu
kept=$3/$2.gz
if test -f "$kept"; then
  gzip -dc "$kept" | cmp -s - "$1"
  exit
fi
gzip -c "$1" > "$kept.part"
# Where sync takes no file, it writes everything.
sync "$kept.part" 2>/dev/null || sync
mv "$kept.part" "$kept"
sync "$3" 2>/dev/null || sync
