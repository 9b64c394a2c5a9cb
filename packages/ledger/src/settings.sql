-- A whole number among the settings, or what holds without one.
create or replace function ledger.whole_setting(p_key text) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value #>> '{}')::numeric::bigint from settings
    where key = p_key and jsonb_typeof(value) = 'number'), public.setting_default(p_key)::bigint);
$$;

-- A figure of the setting `limits`, or what holds without it.
create or replace function ledger.limit_setting(p_name text) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value ->> p_name)::bigint from settings where key = 'limits'),
    public.setting_default('limits.' || p_name)::bigint);
$$;

-- Yen that a member may spend by balance on one business day.
create or replace function ledger.balance_day_max() returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value ->> 'pay_day_max')::bigint from settings where key = 'limits'), public.setting_default('limits.pay_day_max')::bigint);
$$;
