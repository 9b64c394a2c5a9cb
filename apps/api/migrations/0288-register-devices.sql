-- Browsers that are registers: each keeps a secret, of which the hash is kept here.

set lock_timeout = '3s';

create table register_devices (
  id uuid primary key,
  register_id uuid not null references registers (id),
  -- Which of the few devices of its register it is.
  slot smallint not null check (slot between 1 and 5),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  label text not null check (label <> ''),
  enrolled_by uuid not null references employees (user_id),
  enrolled_at timestamptz not null,
  last_used_at timestamptz not null check (last_used_at >= enrolled_at),
  unique (register_id, slot)
);
create index register_devices_by_person on register_devices (enrolled_by);
