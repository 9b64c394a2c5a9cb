-- Keeps articles for a customer or a cart until a moment: what `owner_id` had kept before is let go, and these lines
-- are kept instead. Without lines it only lets go. A store that sells below zero promises what it does not have, too.
create or replace function ledger.reserve_stock(p_owner uuid, p_store uuid, p_actor uuid, p_customer uuid, p_label text,
  p_until timestamptz, p_lines jsonb, out code text, out n bigint)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_stores uuid[];
  v_skus uuid[];
begin
  select array_agg(x.store_id), array_agg(x.sku_id) into v_stores, v_skus
  from (
    select p_store as store_id, l.sku_id from jsonb_to_recordset(p_lines) l (sku_id uuid) where l.sku_id is not null
    union
    select r.store_id, r.sku_id from ledger.stock_reservations r where r.owner_id = p_owner and r.state = 'active'
  ) x;
  perform ledger.lock_stock(v_stores, v_skus);
  select greatest(x.free, 0) into n
  from (
    select v.shelf - coalesce((
        select sum(r.quantity) from ledger.stock_reservations r
        where r.store_id = p_store and r.sku_id = l.sku_id and r.state = 'active' and r.until > v_now
          and r.owner_id <> p_owner), 0) as free, l.wanted, l.nth
    from (select g.sku_id, sum(g.quantity) as wanted, min(g.nth) as nth
      from rows from (jsonb_to_recordset(p_lines) as (sku_id uuid, quantity int)) with ordinality g (sku_id, quantity, nth)
      where g.sku_id is not null group by 1) l
    join ledger.stock_levels v on v.store_id = p_store and v.sku_id = l.sku_id
    join stores s on s.id = p_store and not s.stock_below_zero
  ) x where x.free < x.wanted order by x.nth limit 1;
  if n is not null then
    code := 'STOCK_SHORTAGE';
    return;
  end if;
  update ledger.stock_reservations r set state = 'released', ended_at = v_now
  where r.owner_id = p_owner and r.state = 'active';
  insert into ledger.stock_reservations (id, owner_id, store_id, sku_id, quantity, label, customer_id, actor_id, created_at,
    until)
  select ledger.new_id(), p_owner, p_store, l.sku_id, sum(l.quantity), coalesce(p_label, ''), p_customer, p_actor, v_now,
    p_until
  from jsonb_to_recordset(p_lines) l (sku_id uuid, quantity int)
  join ledger.stock_levels v on v.store_id = p_store and v.sku_id = l.sku_id
  group by l.sku_id;
end $$;
grant execute on function ledger.reserve_stock to shirogane_app;

-- What was not fetched in time is for sale again. Every sale finds it free by then already; this only writes it down.
create or replace function ledger.lapse_reservations() returns int
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_ids uuid[];
  v_count int;
begin
  select array_agg(r.id) into v_ids
  from (select id from ledger.stock_reservations where state = 'active' and until <= ledger.now() order by until limit 500) r;
  if v_ids is null then return 0; end if;
  perform ledger.lock_stock(array_agg(r.store_id), array_agg(r.sku_id)) from ledger.stock_reservations r where r.id = any (v_ids);
  update ledger.stock_reservations r set state = 'lapsed', ended_at = ledger.now()
  where r.id = any (v_ids) and r.state = 'active' and r.until <= ledger.now();
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function ledger.lapse_reservations to shirogane_app;
