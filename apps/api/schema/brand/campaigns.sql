-- Campaigns that add points to payments.
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
  ends_at timestamptz not null,
  needs_entry boolean not null,
  -- Yen of one payment, after points, from which it counts.
  payment_min bigint not null check (payment_min between 1 and 999999999),
  -- Null where every store and every rank takes part.
  store_ids uuid[] check (cardinality(store_ids) > 0),
  level_indexes smallint[] check (cardinality(level_indexes) > 0),
  -- What one member gets at most over the whole campaign.
  member_max bigint check (member_max between 1 and 999999999),
  -- What all members together get at most, and how much of it is gone. Without a budget this stays at nought, so that
  -- payments wait for each other only where they have to.
  budget bigint check (budget between 1 and 999999999),
  budget_used bigint not null default 0,
  -- Null for points that live on with the others; else the days for which they are good.
  points_days integer check (points_days between 1 and 730),
  paused_at timestamptz,
  approved_by uuid references users (id),
  created_at timestamptz not null,
  created_by uuid not null references users (id),
  check (ends_at > starts_at),
  check (budget_used between 0 and coalesce(budget, 0)),
  check ((rate_bp is not null) = (kind = 'rate_add')),
  check ((factor_bp is not null) = (kind = 'multiplier')),
  check ((points is not null) = (kind = 'fixed_point')),
  -- Chance is a matter for the law of premiums: a lottery is started by two people.
  check (kind <> 'lottery' or (approved_by is not null and approved_by <> created_by))
);
create index campaigns_by_end on campaigns (ends_at);
-- Keep campaigns as brand
grant select, insert (id, name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at,
  needs_entry, payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at, created_at,
  created_by), update (name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at,
  needs_entry, payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at) on campaigns to
  shirogane_app;

-- Who asked to take part, and since when.
create table campaign_entries (
  campaign_id uuid references campaigns (id),
  user_id uuid,
  entered_at timestamptz not null,
  primary key (campaign_id, user_id)
);
-- Keep campaign_entries as account
grant select, insert on campaign_entries to shirogane_app;

-- What the first screen of a customer shows, in its order.
create table banners (
  id uuid primary key,
  position smallint not null,
  period text not null,
  title text not null,
  note text not null,
  body text not null,
  picture text not null check (picture in ('cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth')),
  link text,
  published_from timestamptz not null,
  published_until timestamptz,
  -- A banner may be the face of a campaign.
  campaign_id uuid references campaigns (id),
  image text,
  alt text not null default '',
  -- Two banners change places in one commit.
  unique (position) deferrable initially deferred,
  constraint banner_has_a_period check (published_until > published_from),
  constraint banner_picture_is_described check (image is null or length(trim(alt)) > 0)
);
-- Keep banners as brand
grant select, insert, update, delete on banners to shirogane_app;

-- Pictures of banners, drawn anew by us.
create table banner_images (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null
);
-- Keep banner_images as brand
grant select, insert, delete on banner_images to shirogane_app;

-- After the functions

create trigger campaigns_keep_their_terms before update on campaigns
for each row execute function ledger.campaign_changed();
create trigger campaigns_remain before truncate on campaigns
for each statement execute function ledger.refuse_change();
create trigger campaigns_stay before delete on campaigns for each row execute function ledger.refuse_change();
create trigger two_persons after insert or update on campaigns
for each row when (new.kind = 'lottery') execute function ledger.two_persons('created_by', 'approved_by');

alter table campaign_entries add constraint campaign_entries_user_id_fkey
  foreign key (user_id) references ledger.wallets (user_id);

alter table banners add constraint banners_image_fkey foreign key (image) references banner_images (name);
