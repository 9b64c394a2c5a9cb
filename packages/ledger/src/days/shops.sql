-- A shop that head office has closed stays closed: it has no register in use and no staff, and no articles arrive. What
-- was done there stays in every report, and its customers' debts are paid at any other shop.

-- What has to be done before a shop closes, with how many of each: days that are not closed, carts and counts under
-- way, pieces of articles, yen in the drawer, people who work there. The brand's first shop keeps the books of what
-- happens at none.
create or replace function ledger.shop_closing(p_store uuid) returns table (kind text, n bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select b.kind, b.n from (
    select 1 as place, 'home' as kind, count(*) as n from stores s where s.id = p_store and s.id = ledger.home_store()
    union all
    select 2, 'day', count(d.date) from (select ledger.earlier_open_day(p_store, ledger.shop_date(p_store) + 1) as date) d
    union all
    select case c.kind when 'parked' then 3 when 'pending' then 4 else 5 end, c.kind, count(*)
    from ledger.close_blockers(p_store) c group by c.kind
    union all
    select 6, 'stock', coalesce(sum(abs(l.shelf) + l.hold + l.damaged + l.transit), 0)
    from ledger.stock_levels l where l.store_id = p_store
    union all
    select 7, 'cash', abs(ledger.drawer_now(p_store))
    union all
    select 8, 'staff', count(*) from employees e where e.store_id = p_store and e.active
  ) b where b.n > 0 order by b.place;
$$;
grant execute on function ledger.shop_closing to shirogane_app;

create or replace function ledger.shop_closed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if old.closed_at is not null and (new.closed_at is distinct from old.closed_at or new.closed_on is distinct from old.closed_on) then
    raise exception 'the shop % is closed for good', old.code using errcode = 'restrict_violation';
  end if;
  if old.closed_at is null and new.closed_at is not null and (
    exists (select from ledger.shop_closing(new.id)) or exists (select from ledger.registers r where r.store_id = new.id)) then
    raise exception 'the shop % is not ready to close', old.code using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- An act that begins something at a shop waits for a close that is under way, and then finds the shop closed.
create or replace function ledger.shop_is_open() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_closed timestamptz;
begin
  select s.closed_at into v_closed from stores s
  where s.id = (to_jsonb(new) ->> tg_argv[0])::uuid for share;
  if v_closed is not null then
    raise exception 'the shop is closed' using errcode = 'check_violation', constraint = 'a_shop_is_open';
  end if;
  return new;
end $$;
