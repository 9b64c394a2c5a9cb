-- How an inviter receives what is confirmed. The end of a month asks for it by itself, by this.

set lock_timeout = '3s';

alter table affiliators
  add column reward_method text not null default 'bank' check (reward_method in ('wallet', 'bank')),
  -- Null where nobody has chosen.
  add column reward_method_since timestamptz;
