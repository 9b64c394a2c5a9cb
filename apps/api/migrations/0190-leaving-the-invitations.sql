-- Whoever invites can stop doing so by themselves, and begin again by agreeing to the terms in force.

set lock_timeout = '3s';

alter table affiliators
  add column left_at timestamptz,
  -- Whether an invitation of theirs counts: neither stopped by head office nor given up by themselves.
  add column active boolean generated always as (stopped_at is null and left_at is null) stored;
