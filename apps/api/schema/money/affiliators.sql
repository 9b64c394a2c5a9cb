-- Members who invite others, by the code of their link.
create table affiliators (
  user_id uuid primary key references users (id),
  code text not null unique check (code ~ '^[A-Z0-9_-]{4,32}$'),
  created_at timestamptz not null default now(),
  -- The version of the affiliator's terms that was agreed to, with the rule that a post says that it is an
  -- advertisement.
  terms_version text not null,
  agreed_at timestamptz not null,
  -- The member of staff who made the customer an affiliator at their wish; null for those who did it themselves.
  made_by uuid references employees (user_id),
  stopped_at timestamptz,
  stopped_by uuid references employees (user_id),
  stop_reason text,
  -- An inviter may stop by themselves, and begin again by agreeing to the terms in force.
  left_at timestamptz,
  -- Whether an invitation of theirs counts: neither stopped by head office nor given up by themselves.
  active boolean generated always as (stopped_at is null and left_at is null) stored,
  -- How the inviter receives what is confirmed; the end of a month asks for it by this.
  reward_method text not null default 'bank' check (reward_method in ('wallet', 'bank')),
  -- Null where the member has not chosen.
  reward_method_since timestamptz,
  constraint affiliators_made_by_others check (made_by <> user_id),
  constraint affiliators_stopped_for_a_reason check ((stopped_at is null) = (stopped_by is null)
    and (stopped_at is null) = (stop_reason is null))
);
-- Keep affiliators as member
grant select, insert, update (terms_version, agreed_at, made_by, stopped_at, stopped_by, stop_reason, left_at,
  reward_method, reward_method_since) on affiliators to shirogane_app;

-- Members who came by an invitation. The one who invited them stays the same for good.
create table affiliates (
  id uuid primary key,
  user_id uuid not null unique references users (id),
  affiliator_id uuid not null references affiliators (user_id),
  created_at timestamptz not null,
  via text not null default 'registration' check (via in ('registration', 'pay_code')),
  -- good: rewards are confirmed in their time. held: head office looks at it first. void: it never brings a reward.
  standing text not null default 'good' check (standing in ('good', 'held', 'void')),
  check (user_id <> affiliator_id)
);
create index affiliates_of_affiliator on affiliates (affiliator_id, created_at desc);
create index affiliates_looked_at on affiliates (standing) where standing <> 'good';
-- Keep affiliates as account
grant select, insert, update (standing) on affiliates to shirogane_app;

-- What the inviter and the invited have in common. Each thing is noticed once, and stays noticed when it was cleared.
create table affiliate_flags (
  affiliate_id uuid references affiliates (id) on delete cascade,
  reason text check (reason in ('device', 'card', 'bank_account', 'email', 'phone', 'address', 'network')),
  found_at timestamptz not null,
  cleared_at timestamptz,
  primary key (affiliate_id, reason)
);
-- Keep affiliate_flags as account
grant select, insert, update (cleared_at) on affiliate_flags to shirogane_app;

-- What head office decided about an invitation, and why. Rewards wait while an invitation is looked at.
create table affiliate_decisions (
  id uuid primary key,
  affiliate_id uuid not null references affiliates (id) on delete cascade,
  decision text not null check (decision in ('good', 'held', 'void')),
  note text not null check (length(note) between 1 and 200),
  decided_by uuid not null references employees (user_id),
  decided_at timestamptz not null
);
create index affiliate_decisions_of on affiliate_decisions (affiliate_id, decided_at desc);
-- Keep affiliate_decisions as account
grant select, insert on affiliate_decisions to shirogane_app;

-- After the functions

create trigger affiliates_stay_a_tree before insert or update on affiliates
for each row execute function affiliates_stay_a_tree();
create trigger invitation_noted after insert or delete or update of user_id, affiliator_id on affiliates
for each row execute function ledger.invitation_noted();
