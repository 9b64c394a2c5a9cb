-- Texts that are paid for and never confirmed are how a pumped range of numbers looks: what is sent there is watched, and
-- pauses.

set lock_timeout = '3s';

-- Null for what went by mail, and for what was not sent at all.
alter table pins
  add column sms_block text,
  add column sms_network text,
  add constraint texted_whole check ((sms_block is null) = (sms_network is null));
create index pins_texted on pins (created_at) where sms_block is not null;

create table sms_pauses (
  -- A block of ten thousand numbers, a network that asks, or all of them: the last is told and not paused.
  scope text not null check (scope in ('block', 'network', 'all')),
  name text not null,
  asked integer not null check (asked > 0),
  confirmed integer not null check (confirmed between 0 and asked),
  since timestamptz not null,
  until timestamptz not null check (until > since),
  primary key (scope, name)
);
