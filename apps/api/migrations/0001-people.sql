-- People, shops and what they may do: everything about who somebody is stands outside the ledger.

create table stores (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z]{3}[0-9]$'),
  name text not null,
  postcode text not null,
  address text not null,
  phone text not null,
  -- The hour at which a new business day begins, in Asia/Tokyo: a sale at 01:30 belongs to the day before.
  day_start time not null default '05:00',
  created_at timestamptz not null default now()
);

create table registers (
  id uuid primary key,
  store_id uuid not null references stores (id),
  number smallint not null check (number between 1 and 99),
  name text not null,
  unique (store_id, number)
);

create table users (
  id uuid primary key,
  -- Lower case always, so that the unique index sees what people mean.
  username text not null unique check (username = lower(username)),
  email text unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- E.164
  phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  password_hash text not null,
  type text not null check (type in ('customer', 'employee')),
  verified boolean not null default false,
  suspended_at timestamptz,
  kyc_status text not null default 'none'
    check (kyc_status in ('none', 'required', 'pending', 'approved', 'rejected', 'expired', 'blocked')),
  avatar text,
  -- The version of the terms that the person has accepted; null before the first consent.
  terms_version text,
  last_name text,
  first_name text,
  last_name_kana text,
  first_name_kana text,
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  gender text,
  address text,
  created_at timestamptz not null default now()
);

create table employees (
  user_id uuid primary key references users (id),
  number text not null unique check (number ~ '^E[0-9]{4}$'),
  type text not null check (type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner')),
  name text not null,
  store_id uuid references stores (id),
  -- The customer account of the same person: nobody rings up a sale to themself.
  own_customer_id uuid unique references users (id),
  active boolean not null default true,
  -- Till staff and managers belong to one store; head office to none.
  check ((type in ('register', 'manager')) = (store_id is not null))
);

-- One row is one signed-in device: a family of refresh tokens, of which only the newest generation is good.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The public half of the session: it proves that the caller can read our JSON, and opens nothing alone.
  handle text not null unique,
  audience text not null default 'api' check (audience in ('api', 'online_store')),
  device_id text not null,
  -- The secret of each generation is derived from a server key, this salt and the generation: nothing to steal here.
  salt bytea not null,
  generation integer not null default 1 check (generation > 0),
  rotated_at timestamptz not null default now(),
  -- True once an access token of the newest generation was seen: from then on the previous generation is dead.
  acknowledged boolean not null default false,
  -- When each earlier generation was superseded, newest last: [{ "generation": 3, "at": "…" }, …], at most ten.
  superseded jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  check ((revoked_at is null) = (revoked_reason is null))
);
create index sessions_of_user on sessions (user_id) where revoked_at is null;

create table levels (
  id uuid primary key,
  level_index smallint not null unique check (level_index between 0 and 20),
  code text not null unique,
  name text not null,
  -- Yen of one calendar year that lead here; 0 for the first.
  quota bigint not null unique check (quota >= 0),
  rate_bp integer not null check (rate_bp between 0 and 10000),
  birthday_points integer not null default 0 check (birthday_points >= 0),
  benefits text[] not null default '{}'
);

create table skus (
  id uuid primary key,
  sku text not null unique,
  barcode text not null unique,
  name text not null,
  -- Lower case, half width and katakana: what a search compares with.
  search_text text not null,
  price bigint not null check (price between 1 and 999999999),
  tax_rate_bp integer not null default 1000 check (tax_rate_bp in (0, 800, 1000)),
  fineness smallint,
  weight_mg integer,
  size text,
  picture text not null check (picture in ('cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth')),
  -- Shown as a quick item on the register, in this order; null is found by search only.
  quick_order smallint unique,
  active boolean not null default true
);

create table settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_.]{0,63}$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table banners (
  id uuid primary key,
  position smallint not null unique,
  period text not null,
  title text not null,
  note text not null,
  body text not null,
  picture text not null check (picture in ('cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth')),
  link text,
  published_from timestamptz not null,
  published_until timestamptz
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  title text not null,
  message text not null,
  transaction_id uuid,
  -- An event that is delivered twice still makes one notice.
  dedupe_key text not null unique,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- Counts of guarded acts in fixed windows; the window's start is part of the key, so that old rows can be dropped.
create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null check (hits > 0),
  primary key (bucket, window_start)
);
