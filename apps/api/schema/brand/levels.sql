-- The ranks, lowest first. Quotas and rates ascend with the index.
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
-- Keep levels as brand
grant select, update (name, quota, rate_bp, birthday_points, benefits) on levels to shirogane_app;

-- Every state of every rank, with the moment from which it held: an old payment keeps the rank's name of its day.
create table level_versions (
  level_index smallint,
  valid_from timestamptz,
  name text not null,
  quota bigint not null,
  rate_bp integer not null,
  birthday_points integer not null,
  benefits text[] not null,
  primary key (level_index, valid_from)
);
-- Keep level_versions as brand
grant select on level_versions to shirogane_app;

-- After the functions

create trigger levels_are_recorded after insert or update on levels for each row execute function level_recorded();
create trigger levels_stay before delete on levels for each row execute function level_stays();
