-- A count so far, article by article: what all who counted it found together, what the books said at their last look,
-- and whether something moved between the first and the last. Articles that were not counted have no figure.
create or replace function ledger.counted_stock(p_count uuid)
returns table (sku_id uuid, counted int, book int, variance int, moved boolean, counted_at timestamptz, people int)
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select l.sku_id, e.counted, coalesce(e.book, l.shelf), e.counted - e.book,
    coalesce(e.first_seq < e.last_seq and exists (
      select from ledger.stock_moves m where m.store_id = l.store_id and m.sku_id = l.sku_id and m.seq > e.first_seq
        and m.seq <= e.last_seq and m.place = 'shelf'), false),
    e.counted_at, coalesce(e.people, 0)
  from stock_counts c
  join ledger.stock_levels l on l.store_id = c.store_id
  left join lateral (
    select sum(x.quantity)::int as counted, (array_agg(x.book order by x.last_seq desc, x.counted_at desc))[1] as book,
      min(x.first_seq) as first_seq, max(x.last_seq) as last_seq, max(x.counted_at) as counted_at, count(*)::int as people
    from stock_count_entries x where x.count_id = c.id and x.sku_id = l.sku_id
    having count(*) > 0
  ) e on true
  where c.id = p_count;
$$;
grant execute on function ledger.counted_stock to shirogane_app;

-- One look of one person at an article of a running count: some more pieces, a figure, or all figures of it so far
-- forgotten. What the books said at that moment is kept with it. `p` asks: actor_id, route, key, request_hash,
-- count_id, sku_id, and one of add, quantity, again.
create or replace function ledger.count_stock(p jsonb, out code text, out replayed boolean)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_sku uuid := (p ->> 'sku_id')::uuid;
  d record;
  c stock_counts;
begin
  replayed := false;
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, (p ->> 'count_id')::uuid);
  if d.answered then
    select d.code, d.replayed into code, replayed;
    return;
  end if;
  -- The end of the count waits for the looks that are under way, and every later one sees that it has ended.
  select * into c from stock_counts where id = (p ->> 'count_id')::uuid for share;
  if c.state is distinct from 'counting' and c.state is distinct from 'review' then
    code := 'STOCKTAKE_STATE';
  elsif not exists (select from skus where id = v_sku) then
    code := 'SKU_NOT_FOUND';
  elsif not exists (select from skus where id = v_sku and stocked) then
    code := 'SKU_NOT_STOCKED';
  end if;
  if code is not null then
    perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', code);
    return;
  end if;
  if (p ->> 'again')::boolean then
    delete from stock_count_entries where count_id = c.id and sku_id = v_sku;
    return;
  end if;
  perform ledger.open_stock(array[v_sku]);
  insert into stock_count_entries (count_id, sku_id, employee_id, quantity, first_seq, last_seq, book, counted_at)
  select c.id, v_sku, v_actor, coalesce((p ->> 'quantity')::int, (p ->> 'add')::int), l.moves, l.moves, l.shelf, v_now
  from ledger.stock_levels l where l.store_id = c.store_id and l.sku_id = v_sku
  on conflict (count_id, sku_id, employee_id) do update set
    quantity = case when p ->> 'add' is null then excluded.quantity
      else least(99999, stock_count_entries.quantity + excluded.quantity) end,
    -- A figure stands for the whole of it, so only this look counts; some more pieces belong to the looks before.
    first_seq = case when p ->> 'add' is null then excluded.first_seq else stock_count_entries.first_seq end,
    last_seq = excluded.last_seq, book = excluded.book, counted_at = excluded.counted_at;
end $$;
grant execute on function ledger.count_stock to shirogane_app;

-- Opens a count unless the store has one; answers the one that it has. Acts that are under way finish first, and every
-- later one sees the count.
create or replace function ledger.open_count(p_id uuid, p_store uuid, p_actor uuid, p_note text) returns uuid
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform 1 from stores where id = p_store for no key update;
  insert into stock_counts (id, store_id, opened_by, opened_at, note)
  values (p_id, p_store, p_actor, ledger.now(), p_note)
  on conflict do nothing;
  return (select c.id from stock_counts c where c.store_id = p_store and (c.ended_at is null or c.id = p_id)
    order by c.id = p_id desc limit 1);
end $$;
grant execute on function ledger.open_count to shirogane_app;
