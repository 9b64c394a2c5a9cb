#!/bin/sh
# Takes a base of the whole cluster each day. With the WAL since then it leads to any moment of the last KEEP_DAYS days: the
# newest base that is older than that is kept too, and the WAL from there on. What is older goes.
set -eu
bases=${BASES:-/base-backups}
wal=${WAL:-/wal-archive}
keep_days=${KEEP_DAYS:-35}

named() { date -u -d "$1" +%Y%m%dT%H%M%SZ; }
whole() { ls "$bases" | grep -E '^[0-9]{8}T[0-9]{6}Z$' || true; }

take_base() {
  name=$(named now)
  rm -rf "$bases"/*.part
  pg_basebackup --pgdata="$bases/$name.part" --format=tar --gzip --wal-method=stream --checkpoint=fast --no-password || return 1
  sync "$bases/$name.part"/*
  mv "$bases/$name.part" "$bases/$name"
  sync "$bases"
  echo "base $name: $(du -sh "$bases/$name" | cut -f 1)"
}

drop_old() {
  limit=$(named "$keep_days days ago")
  needed=$(whole | awk -v limit="$limit" '$0 <= limit' | tail -n 1)
  if test -z "$needed"; then return 0; fi
  for base in $(whole | awk -v needed="$needed" '$0 < needed'); do
    rm -rf "${bases:?}/$base"
    echo "base $base is older than $keep_days days and gone"
  done
  first=$(tar -xzOf "$bases/$needed/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p')
  pg_archivecleanup -x .gz "$wal" "${first:?}"
}

while true; do
  newest=$(whole | tail -n 1)
  # A failure is tried again, and shows in the health of this container once the newest base is too old.
  if test -z "$newest" || test "$(printf '%s\n' "$newest" "$(named '1 day ago')" | sort | head -n 1)" = "$newest"; then
    if take_base; then drop_old; fi
  fi
  if test "${1:-}" = once; then exit 0; fi
  sleep 600
done
