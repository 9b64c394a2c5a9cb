-- A whole number among the settings, or what holds without one.
create or replace function ledger.whole_setting(p_key text) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value #>> '{}')::numeric::bigint from settings
    where key = p_key and jsonb_typeof(value) = 'number'), public.setting_default(p_key)::bigint);
$$;

-- Yen that a member may spend by balance on one business day.
create or replace function ledger.balance_day_max() returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value ->> 'pay_day_max')::bigint from settings where key = 'limits'), public.setting_default('limits.pay_day_max')::bigint);
$$;
