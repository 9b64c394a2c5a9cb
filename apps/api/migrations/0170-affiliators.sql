-- Who may invite, what they agreed to, and what speaks against an invitation. The rewards wait while one is looked at.

set lock_timeout = '3s';

alter table affiliators
  -- The version of the affiliator's terms that was agreed to, with the rule that a post says that it is an advertisement.
  add column terms_version text not null default '1.0',
  add column agreed_at timestamptz not null default now(),
  -- Whoever made the customer an affiliator at their wish; null for those who did it themselves.
  add column made_by uuid references employees (user_id),
  add column stopped_at timestamptz,
  add column stopped_by uuid references employees (user_id),
  add column stop_reason text,
  add constraint affiliators_stopped_for_a_reason
    check ((stopped_at is null) = (stopped_by is null) and (stopped_at is null) = (stop_reason is null)),
  add constraint affiliators_made_by_others check (made_by <> user_id);
alter table affiliators alter column terms_version drop default, alter column agreed_at drop default;

alter table affiliates
  add column via text not null default 'registration' check (via in ('registration', 'pay_code')),
  -- good: rewards are confirmed in their time. held: somebody looks at it first. void: it never brings a reward.
  add column standing text not null default 'good' check (standing in ('good', 'held', 'void'));
create index affiliates_looked_at on affiliates (standing) where standing <> 'good';

-- What the inviter and the invited have in common. Each thing is noticed once, and stays noticed when it was cleared.
create table affiliate_flags (
  affiliate_id uuid not null references affiliates (id) on delete cascade,
  reason text not null check (reason in ('device', 'card', 'bank_account', 'email', 'phone', 'address', 'network')),
  found_at timestamptz not null,
  cleared_at timestamptz,
  primary key (affiliate_id, reason)
);

create table affiliate_decisions (
  id uuid primary key,
  affiliate_id uuid not null references affiliates (id) on delete cascade,
  decision text not null check (decision in ('good', 'held', 'void')),
  note text not null check (length(note) between 1 and 200),
  decided_by uuid not null references employees (user_id),
  decided_at timestamptz not null
);
create index affiliate_decisions_of on affiliate_decisions (affiliate_id, decided_at desc);

-- Nobody is, by whatever way round, invited by themselves; and whoever invited somebody stays it.
create function affiliates_stay_a_tree() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.user_id, new.affiliator_id, new.created_at, new.via)
      is distinct from (old.id, old.user_id, old.affiliator_id, old.created_at, old.via)
    then raise exception 'Who invited somebody stays the same for good.' using errcode = 'check_violation'; end if;
    if old.standing = 'void' and new.standing <> 'void'
    then raise exception 'What was void stays void.' using errcode = 'check_violation'; end if;
    return new;
  end if;
  -- Two who name each other at the same moment come one after the other here, and the second finds the circle.
  perform pg_advisory_xact_lock(hashtextextended('affiliates', 0));
  if exists (
    with recursive above (user_id) as (
      select new.affiliator_id
      union select a.affiliator_id from affiliates a join above b on b.user_id = a.user_id
    ) select from above where user_id = new.user_id)
  then raise exception 'Nobody is invited by those whom they invited.'
    using errcode = 'check_violation', constraint = 'affiliates_are_a_tree'; end if;
  return new;
end $$;
create trigger affiliates_stay_a_tree before insert or update on affiliates
  for each row execute function affiliates_stay_a_tree();

-- Words for somebody who may be listening, written by the commit that they tell of; a row goes once it is told.
create table live_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  event text not null check (event = 'becomeAffiliator'),
  payload jsonb not null,
  created_at timestamptz not null
);
