-- Campaigns that add points to payments, and why each point beyond the rank's own rate came.

set lock_timeout = '3s';

create table campaigns (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  kind text not null check (kind in ('rate_add', 'multiplier', 'fixed_point', 'lottery')),
  -- What is added to the rank's rate: 200 is two percent more.
  rate_bp integer check (rate_bp between 1 and 2000),
  -- What the rank's rate is multiplied by: 20000 is twice as much.
  factor_bp integer check (factor_bp between 10001 and 100000),
  points integer check (points between 1 and 100000),
  -- Campaigns that stand beside each other add up; one that does not stands alone.
  stackable boolean not null,
  starts_at timestamptz not null,
  -- The first moment after the campaign.
  ends_at timestamptz not null check (ends_at > starts_at),
  needs_entry boolean not null,
  -- Yen of one payment, after points, from which it counts.
  payment_min bigint not null check (payment_min between 1 and 999999999),
  -- Null where every store and every rank takes part.
  store_ids uuid[] check (cardinality(store_ids) > 0),
  level_indexes smallint[] check (cardinality(level_indexes) > 0),
  -- What one member gets at most over the whole campaign.
  member_max bigint check (member_max between 1 and 999999999),
  -- What all members together get at most, and how much of it is gone. Without a budget nobody counts here, so that
  -- payments wait for each other only where they have to.
  budget bigint check (budget between 1 and 999999999),
  budget_used bigint not null default 0,
  -- Null for points that live on with the others; else the days for which they are good.
  points_days integer check (points_days between 1 and 730),
  paused_at timestamptz,
  approved_by uuid references users (id),
  created_at timestamptz not null,
  created_by uuid not null references users (id),
  check (budget_used between 0 and coalesce(budget, 0)),
  check ((rate_bp is not null) = (kind = 'rate_add')),
  check ((factor_bp is not null) = (kind = 'multiplier')),
  check ((points is not null) = (kind = 'fixed_point')),
  -- Chance is a matter for the law of premiums: nobody starts a lottery alone.
  check (kind <> 'lottery' or (approved_by is not null and approved_by <> created_by))
);
create index campaigns_by_end on campaigns (ends_at);

-- Who asked to take part, and since when.
create table campaign_entries (
  campaign_id uuid not null references campaigns (id),
  user_id uuid not null references ledger.wallets (user_id),
  entered_at timestamptz not null,
  primary key (campaign_id, user_id)
);

-- A banner may be the face of a campaign.
alter table banners add column campaign_id uuid references campaigns (id);

-- One row for each campaign that gave points with a payment, and for each that a refund took them back from. What the
-- rank's rate gave stands in the head: its base, its rate and its rank.
create table ledger.point_reasons (
  transaction_id uuid not null,
  part smallint not null check (part > 0),
  customer_id uuid not null,
  -- Null for the part of the rank's rate that a refund takes back.
  campaign_id uuid,
  rule text not null check (rule in ('level', 'rate_add', 'multiplier', 'fixed_point')),
  label text not null,
  base bigint not null check (base >= 0),
  -- Null for a fixed number of points.
  rate_bp integer,
  -- What the rule alone would have given, and which cap took the rest.
  uncut_points bigint not null,
  points bigint not null check (points <> 0),
  cut_by text check (cut_by in ('transaction', 'member', 'budget')),
  account ledger.account not null check (account in ('point_regular', 'point_limited')),
  expires_at timestamptz,
  -- The sale whose points a refund takes back.
  reverses uuid,
  xid xid8 not null default pg_current_xact_id(),
  check ((rule = 'level') = (campaign_id is null)),
  check ((points < 0) = (reverses is not null)),
  check ((expires_at is not null) = (account = 'point_limited' and reverses is null)),
  check (reverses is not null or (rule <> 'level' and points <= uncut_points and (points < uncut_points) = (cut_by is not null))),
  primary key (transaction_id, part)
);
create index point_reasons_of_member on ledger.point_reasons (campaign_id, customer_id) include (points)
  where campaign_id is not null;
create index point_reasons_reversed on ledger.point_reasons (reverses) where reverses is not null;
