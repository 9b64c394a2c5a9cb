-- Counts of the stock of a shop. What a look comes to, and which count a person joins, is decided in packages/domain
-- (`lookAtArticle`, `openCount`); here stand the facts, the locks and the posting. Its result is a document
-- (`stock-acts.sql`).

-- A count so far, article by article: what each person found, in the order of their last looks, and the first move of the
-- shelf behind the first of all looks (`sumLooks` of packages/domain). Articles that were not counted have no looks, and
-- what is on the shelf now is what the books say of them.
create or replace function ledger.looks_of_count(p_count uuid)
returns table (sku_id uuid, shelf int, looks jsonb, next_move bigint)
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select l.sku_id, l.shelf, coalesce(e.looks, '[]'), (
    select m.seq from ledger.stock_moves m
    where m.store_id = l.store_id and m.sku_id = l.sku_id and m.seq > e.first_seq and m.place = 'shelf'
    order by m.seq limit 1)
  from stock_counts c
  join ledger.stock_levels l on l.store_id = c.store_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('quantity', x.quantity, 'book', x.book, 'last_seq', x.last_seq)
        order by x.last_seq, x.counted_at) as looks,
      min(x.first_seq) as first_seq
    from stock_count_entries x where x.count_id = c.id and x.sku_id = l.sku_id
  ) e on true
  where c.id = p_count;
$$;
grant execute on function ledger.looks_of_count to shirogane_app;

-- Locks what one look at an article of a running count touches until the commit, and answers the facts that
-- `lookAtArticle` of packages/domain decides by; null where its key has its answer. `p` asks: actor_id, route, key,
-- request_hash, count_id, sku_id, and one of add, quantity, again.
create or replace function ledger.hold_count_stock(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_count uuid := (p ->> 'count_id')::uuid;
  v_sku uuid := (p ->> 'sku_id')::uuid;
  v_state text;
  v_own int;
begin
  if not ledger.hold_key(v_actor, p ->> 'route', p, v_count) then return null; end if;
  -- The end of the count waits for the looks that are under way, and every later one sees that it has ended.
  select c.state into v_state from stock_counts c where c.id = v_count for share;
  -- Two devices of one person add up: the second look waits for the first, also where there is no row of it yet.
  perform pg_advisory_xact_lock(hashtextextended(concat('look ', v_count, v_sku, v_actor), 0));
  select e.quantity into v_own from stock_count_entries e
  where e.count_id = v_count and e.sku_id = v_sku and e.employee_id = v_actor for update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'state', v_state,
    'is_stocked', (select k.stocked from skus k where k.id = v_sku),
    'own', v_own);
end $$;
grant execute on function ledger.hold_count_stock to shirogane_app;

-- Writes a look as `lookAtArticle` decided, once for a key. What the books say at that moment is kept with it. Refusals
-- are answers. `p` asks as above.
create or replace function ledger.count_stock(p jsonb, x jsonb, out code text, out replayed boolean) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_count uuid := (p ->> 'count_id')::uuid;
  v_sku uuid := (p ->> 'sku_id')::uuid;
  d record;
begin
  d := ledger.answer_act(v_actor, p ->> 'route', p, v_count, x);
  select d.code, d.replayed into code, replayed;
  if d.is_over then return; end if;
  if (x ->> 'forgets')::boolean then
    delete from stock_count_entries where count_id = v_count and sku_id = v_sku;
    return;
  end if;
  perform ledger.open_stock(array[v_sku]);
  insert into stock_count_entries (count_id, sku_id, employee_id, quantity, first_seq, last_seq, book, counted_at)
  select v_count, v_sku, v_actor, (x ->> 'quantity')::int, l.moves, l.moves, l.shelf, ledger.now()
  from stock_counts c join ledger.stock_levels l on l.store_id = c.store_id and l.sku_id = v_sku
  where c.id = v_count
  on conflict (count_id, sku_id, employee_id) do update set
    quantity = excluded.quantity,
    first_seq = case when (x ->> 'is_whole')::boolean then excluded.first_seq else stock_count_entries.first_seq end,
    last_seq = excluded.last_seq, book = excluded.book, counted_at = excluded.counted_at;
end $$;
grant execute on function ledger.count_stock to shirogane_app;

-- Locks the shop until the commit, and answers the facts that `openCount` of packages/domain decides by. Acts that are
-- under way finish first, and every later one sees the count. `p` asks: id, store_id, actor_id, note.
create or replace function ledger.hold_open_count(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
begin
  perform 1 from stores where id = v_store for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'known_store', (select c.store_id from stock_counts c where c.id = (p ->> 'id')::uuid),
    'running', (select c.id from stock_counts c where c.store_id = v_store and c.ended_at is null));
end $$;
grant execute on function ledger.hold_open_count to shirogane_app;

-- Opens a count where `openCount` decided so, and answers the one to count in. `p` asks as above.
create or replace function ledger.open_count(p jsonb, x jsonb, out code text, out id uuid) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  id := (x ->> 'id')::uuid;
  if code is not null or not (x ->> 'opens')::boolean then return; end if;
  insert into stock_counts (id, store_id, opened_by, opened_at, note)
  values ((p ->> 'id')::uuid, (p ->> 'store_id')::uuid, (p ->> 'actor_id')::uuid, ledger.now(), p ->> 'note');
end $$;
grant execute on function ledger.open_count to shirogane_app;
