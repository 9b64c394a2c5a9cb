-- A whole number among the settings, or what holds without one.
create or replace function ledger.whole_setting(p_key text, p_default bigint) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((select (value #>> '{}')::numeric::bigint from settings
    where key = p_key and jsonb_typeof(value) = 'number'), p_default);
$$;
