-- One row for each campaign that gave points with a payment, and for each that a refund took them back from. What the
-- rank's rate gave stands in the movement: its base, its rate and its rank.
create table ledger.point_reasons (
  transaction_id uuid,
  part smallint check (part > 0),
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
  primary key (transaction_id, part),
  check ((rule = 'level') = (campaign_id is null)),
  check ((points < 0) = (reverses is not null)),
  check ((expires_at is not null) = (account = 'point_limited' and reverses is null)),
  check (
    reverses is not null
    or (rule <> 'level' and points <= uncut_points and (points < uncut_points) = (cut_by is not null))
  )
);
create index point_reasons_of_member on ledger.point_reasons (campaign_id, customer_id) include (points)
where campaign_id is not null;
create index point_reasons_reversed on ledger.point_reasons (reverses) where reverses is not null;
-- Keep ledger.point_reasons as books
grant select on ledger.point_reasons to shirogane_app;

-- A gift that a person gets once: the welcome, the registered birthday, the month of birth of one year, the
-- invitation.
create table ledger.campaign_grants (
  user_id uuid references ledger.wallets (user_id),
  campaign text check (campaign ~ '^[a-z][a-z_]{2,39}$'),
  -- What "once" counts in: '' for ever, '2026' for each year.
  period text default '',
  transaction_id uuid not null unique,
  granted_at timestamptz not null,
  -- The sale that brought a gift for an invitation: it goes back with this sale and no other.
  sale_id uuid,
  primary key (user_id, campaign, period)
);
create index campaign_grants_of_sale on ledger.campaign_grants (sale_id) where sale_id is not null;
-- Keep ledger.campaign_grants as books
grant select on ledger.campaign_grants to shirogane_app;

-- Points that staff give, or move from one member to another: who, for whom, when and with whose approval.
create table ledger.register_grants (
  -- The movement of the member who received them.
  transaction_id uuid primary key,
  customer_id uuid not null,
  -- The member who gave them away, and their movement; null where the shop gave them.
  giver_transaction_id uuid unique,
  giver_id uuid,
  store_id uuid not null,
  employee_id uuid not null,
  approved_by uuid,
  points bigint not null check (points between 1 and 999999999),
  business_date date not null,
  granted_at timestamptz not null,
  check ((giver_id is null) = (giver_transaction_id is null)),
  check (giver_id <> customer_id),
  check (approved_by <> employee_id)
);
-- What a member of staff has given on a day, against their ceiling.
create index register_grants_of_day on ledger.register_grants (employee_id, business_date) include (points, transaction_id);
-- Keep ledger.register_grants as books
grant select on ledger.register_grants to shirogane_app;

-- After the functions

create trigger point_reasons_are_final before delete or update on ledger.point_reasons
for each row execute function ledger.refuse_change();
create trigger point_reasons_stay before truncate on ledger.point_reasons
for each statement execute function ledger.refuse_change();
create trigger reasons_posted after insert on ledger.point_reasons referencing new table as posted
for each statement execute function ledger.reasons_posted();

-- A gift that was given stays given: without its row it could be given again.
create trigger campaign_grants_are_final before delete or update on ledger.campaign_grants
for each row execute function ledger.refuse_change();
create trigger campaign_grants_remain before truncate on ledger.campaign_grants
for each statement execute function ledger.refuse_change();

create trigger register_grants_are_final before delete or update on ledger.register_grants
for each row execute function ledger.refuse_change();
create trigger register_grants_remain before truncate on ledger.register_grants
for each statement execute function ledger.refuse_change();
