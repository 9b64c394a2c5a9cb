-- Articles that are kept for a customer or a cart until a moment. What may be kept is decided in packages/domain
-- (`reserveStock`); here stand the facts, the locks and the posting.

-- Locks the levels of what is asked for and of what the owner has kept, until the commit, and answers the facts that
-- `reserveStock` decides by. `p` asks: owner_id, store_id, actor_id, customer_id, label, until, and lines [{sku_id,
-- quantity}].
create or replace function ledger.hold_reserve_stock(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_owner uuid := (p ->> 'owner_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_asked uuid[];
  v_stores uuid[];
  v_skus uuid[];
begin
  select array_agg(distinct l.sku_id) into v_asked from jsonb_to_recordset(p -> 'lines') l (sku_id uuid);
  select array_agg(x.store_id), array_agg(x.sku_id) into v_stores, v_skus
  from (
    select v_store as store_id, a.sku_id from unnest(v_asked) a (sku_id)
    union
    select r.store_id, r.sku_id from ledger.stock_reservations r where r.owner_id = v_owner and r.state = 'active'
  ) x;
  perform ledger.lock_stock(v_stores, v_skus);
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'sells_below_zero', coalesce((select s.stock_below_zero from stores s where s.id = v_store), false),
    'articles', ledger.stock_articles(v_store, v_asked, v_owner));
end $$;
grant execute on function ledger.hold_reserve_stock to shirogane_app;

-- Lets go what `owner_id` had kept before, and keeps what `reserveStock` decided instead. Refusals are answers. `p`
-- asks as above.
create or replace function ledger.reserve_stock(p jsonb, x jsonb, out code text, out n bigint) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_owner uuid := (p ->> 'owner_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_asked jsonb;
  v_decided jsonb;
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;
  select jsonb_object_agg(g.sku_id, g.quantity) into v_asked
  from (select l.sku_id, sum(l.quantity) as quantity from jsonb_to_recordset(p -> 'lines') l (sku_id uuid, quantity int)
    join ledger.stock_levels v on v.store_id = v_store and v.sku_id = l.sku_id group by 1) g;
  select jsonb_object_agg(l.sku_id, l.quantity) into v_decided
  from jsonb_to_recordset(x -> 'lines') l (sku_id uuid, quantity int);
  if v_decided is distinct from v_asked then
    raise exception '% would be kept, where % was asked', v_decided, v_asked using errcode = 'check_violation';
  end if;
  update ledger.stock_reservations r set state = 'released', ended_at = v_now
  where r.owner_id = v_owner and r.state = 'active';
  insert into ledger.stock_reservations (id, owner_id, store_id, sku_id, quantity, label, customer_id, actor_id, created_at,
    until)
  select ledger.new_id(), v_owner, v_store, l.sku_id, l.quantity, coalesce(p ->> 'label', ''),
    (p ->> 'customer_id')::uuid, (p ->> 'actor_id')::uuid, v_now, (p ->> 'until')::timestamptz
  from jsonb_to_recordset(x -> 'lines') l (sku_id uuid, quantity int);
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
