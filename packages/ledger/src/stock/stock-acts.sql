-- What staff do with stock: deliveries, corrections, disposals, transfers and their ends, results of counts, articles
-- kept for a customer or a cart. Everything is decided and posted in one call; a refusal is an answer (`code`, with a
-- number for its sentence) that stands for its key.

-- `p` asks: actor_id, session_id, route, key, request_hash, id, kind, store_id, to_store_id, related_id, count_id,
-- supplier, slip_number, reason, note, approved_by, piece (by the ledger of second-hand articles), and lines [{sku_id,
-- quantity, place, planned, expected}]. The lines of a posted count are what was counted, and those of a recall what
-- was sent: the caller does not name them.
create or replace function ledger.move_stock(p jsonb, out code text, out n bigint, out replayed boolean, out document_id uuid)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_kind text := p ->> 'kind';
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_to uuid := (p ->> 'to_store_id')::uuid;
  v_clerk_max bigint := ledger.whole_setting('stock.register_adjust_max');
  d record;
  t ledger.stock_documents;
  a record;
  v_skus uuid[];
  v_lines jsonb := p -> 'lines';
begin
  document_id := (p ->> 'id')::uuid;
  replayed := false;
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, document_id);
  if d.answered then
    select d.code, d.n, d.replayed, d.act into code, n, replayed, document_id;
    return;
  end if;

  -- A transfer ends at one end of it, once: the second of two requests waits here and finds it ended.
  if v_kind in ('arrival', 'recall') then
    select * into t from ledger.stock_documents where id = (p ->> 'related_id')::uuid and kind = 'transfer' for update;
    v_store := case when v_kind = 'arrival' then t.to_store_id else t.store_id end;
  end if;

  -- A count that begins now waits for this act, and this act sees one that has begun.
  perform 1 from stores where id = v_store for share;
  select e.type, e.store_id into a
  from employees e
  cross join ledger.signed_in(e.user_id, (p ->> 'session_id')::uuid)
  where e.user_id = v_actor and e.active and public.holds(e.type, 'stock.receive');
  if a.type is null or (not public.holds(a.type, 'stock.count') and p ->> 'count_id' is not null) then
    code := 'FORBIDDEN';
  elsif v_store is null or (a.store_id is not null and a.store_id <> v_store)
    or (v_to is not null and not exists (select from stores s where s.id = v_to and s.closed_at is null)) then
    code := 'NOT_FOUND';
  elsif v_kind in ('arrival', 'recall') and exists (select from ledger.stock_documents e where e.related_id = t.id) then
    code := 'TRANSFER_ENDED';
  elsif v_to = v_store then
    code := 'TRANSFER_SAME_STORE';
  elsif p ->> 'count_id' is null and exists (select from stock_counts c where c.store_id = v_store and c.ended_at is null) then
    code := 'STOCKTAKE_IN_PROGRESS';
  elsif p ->> 'slip_number' is not null and exists (
    select from ledger.stock_documents e
    where e.store_id = v_store and e.supplier = p ->> 'supplier' and e.slip_number = p ->> 'slip_number') then
    code := 'DELIVERY_BOOKED';
  elsif p ->> 'count_id' is not null then
    if not exists (select from stock_counts c
      where c.id = (p ->> 'count_id')::uuid and c.store_id = v_store and c.state = 'review' for update) then
      code := 'STOCKTAKE_STATE';
    end if;
  end if;

  if code is null then
    if v_kind = 'recall' then
      select jsonb_agg(jsonb_build_object('sku_id', l.sku_id, 'quantity', l.quantity) order by l.line) into v_lines
      from ledger.stock_document_lines l where l.document_id = t.id;
    elsif v_kind = 'arrival' then
      select jsonb_agg(jsonb_build_object('sku_id', l.sku_id, 'planned', l.quantity, 'quantity', g.quantity) order by l.line),
        case when bool_or(g.quantity is null or g.quantity > l.quantity) then 'TRANSFER_LINES' end
      into v_lines, code
      from ledger.stock_document_lines l
      left join jsonb_to_recordset(p -> 'lines') g (sku_id uuid, quantity int) on g.sku_id = l.sku_id
      where l.document_id = t.id;
    elsif p ->> 'count_id' is not null then
      select jsonb_agg(to_jsonb(c) order by c.sku_id) into v_lines
      from ledger.counted_stock((p ->> 'count_id')::uuid) c where c.counted is not null;
      if v_lines is null then code := 'STOCKTAKE_EMPTY'; end if;
    end if;
  end if;
  if code is null then
    select array_agg((l ->> 'sku_id')::uuid) into v_skus from jsonb_array_elements(v_lines) l;
    if exists (select from unnest(v_skus) x (id) where not exists (select from skus k where k.id = x.id)) then
      code := 'SKU_NOT_FOUND';
    elsif exists (select from skus k where k.id = any (v_skus) and not k.stocked) then
      code := 'SKU_NOT_STOCKED';
    -- What a shop bought from a person comes and goes by the ledger of second-hand articles alone.
    elsif v_kind in ('receive', 'opening', 'dispose') and p ->> 'piece' is null
      and exists (select from buyback_items i where i.sku_id = any (v_skus)) then
      code := 'STOCK_OF_BUYBACK';
    end if;
  end if;
  if code is null then
    perform ledger.open_stock(v_skus);
    perform ledger.lock_stock(array_agg(s.id), array_agg(k.id))
    from unnest(array[v_store, v_to, t.store_id, t.to_store_id]) s (id) cross join unnest(v_skus) k (id)
    where s.id is not null;
    -- A count says what is there and not what is missing: it becomes the difference to what the books said when it was
    -- counted, so that the pieces sold since stay sold.
    if v_kind = 'count' and p ->> 'count_id' is null then
      select jsonb_agg(l || jsonb_build_object('planned', v.shelf, 'quantity', (l ->> 'quantity')::int - v.shelf))
      into v_lines
      from jsonb_array_elements(v_lines) l
      join ledger.stock_levels v on v.store_id = v_store and v.sku_id = (l ->> 'sku_id')::uuid;
    elsif v_kind = 'count' then
      select nullif(count(*) filter (where (l ->> 'moved')::boolean or v.shelf + (l ->> 'variance')::int < 0), 0),
        jsonb_agg(jsonb_build_object('sku_id', l -> 'sku_id', 'planned', l -> 'book', 'quantity', l -> 'variance'))
      into n, v_lines
      from jsonb_array_elements(v_lines) l
      join ledger.stock_levels v on v.store_id = v_store and v.sku_id = (l ->> 'sku_id')::uuid;
      if n is not null then code := 'STOCKTAKE_AGAIN'; end if;
    end if;
  end if;
  if code is null then
    select case when x.stale then 'CONFLICT' else 'STOCK_SHORTAGE' end, case when not x.stale then greatest(x.has, 0) end
    into code, n
    from (
      select l.nth, coalesce((l.line ->> 'expected')::int <> v.shelf, false) as stale,
        case
          when v_kind in ('receive', 'opening', 'arrival', 'recall') then null
          when v_kind = 'inspect' then v.hold
          when v_kind = 'transfer' then v.shelf - coalesce((
            select sum(r.quantity) from ledger.stock_reservations r
            where r.store_id = v_store and r.sku_id = v.sku_id and r.state = 'active' and r.until > v_now), 0)
          when l.line ->> 'place' = 'damaged' then v.damaged
          when l.line ->> 'place' = 'hold' then v.hold
          when (select s.stock_below_zero from stores s where s.id = v_store)
            and not exists (select from buyback_items i where i.sku_id = v.sku_id) then null
          else v.shelf
        end as has,
        case when v_kind in ('adjust', 'count') then -(l.line ->> 'quantity')::bigint else (l.line ->> 'quantity')::bigint end
          as wanted
      from jsonb_array_elements(v_lines) with ordinality l (line, nth)
      join ledger.stock_levels v on v.store_id = v_store and v.sku_id = (l.line ->> 'sku_id')::uuid
    ) x
    where x.stale or (x.wanted > 0 and x.has < x.wanted) order by x.nth limit 1;
  end if;
  -- What a clerk may do without an approval: a few pieces at a time.
  if code is null and not public.holds(a.type, 'stock.count') and v_approver is null and v_kind in ('adjust', 'dispose', 'count')
    and (select sum(abs((l ->> 'quantity')::bigint)) from jsonb_array_elements(v_lines) l) > v_clerk_max then
    code := 'APPROVAL_REQUIRED';
    n := (select sum(abs((l ->> 'quantity')::bigint)) from jsonb_array_elements(v_lines) l);
  end if;
  if code = 'APPROVAL_REQUIRED' then
    -- No answer yet: the same request is asked again once a second person has approved it.
    perform ledger.give_key_back(v_actor, p ->> 'route', p ->> 'key');
    return;
  elsif code is not null then
    perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', code, n);
    return;
  end if;

  insert into ledger.stock_documents (id, kind, store_id, to_store_id, related_id, count_id, supplier, slip_number, reason,
    note, actor_id, approved_by, at)
  values (document_id, v_kind, v_store, v_to, t.id, (p ->> 'count_id')::uuid, p ->> 'supplier', p ->> 'slip_number',
    p ->> 'reason', p ->> 'note', v_actor, v_approver, v_now);
  insert into ledger.stock_document_lines (document_id, line, sku_id, place, planned, quantity)
  select move_stock.document_id, l.nth, (l.line ->> 'sku_id')::uuid, coalesce(l.line ->> 'place', 'shelf')::ledger.stock_place,
    (l.line ->> 'planned')::int, (l.line ->> 'quantity')::int
  from jsonb_array_elements(v_lines) with ordinality l (line, nth);

  insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, document_id, line, at)
  select m.store_id, m.sku_id, v.moves + row_number() over (partition by m.store_id, m.sku_id order by m.nth),
    m.kind, m.place, m.quantity,
    case m.place when 'shelf' then v.shelf when 'hold' then v.hold when 'damaged' then v.damaged else v.transit end
      + sum(m.quantity) over (partition by m.store_id, m.sku_id, m.place order by m.nth),
    move_stock.document_id, m.line, v_now
  from (
    select l.line, l.sku_id, x.*
    from ledger.stock_document_lines l
    cross join lateral (values
      (1, v_store, v_kind, l.place, case when v_kind = 'dispose' then -l.quantity else l.quantity end,
        v_kind in ('opening', 'receive', 'adjust', 'dispose', 'count')),
      (2, v_store, 'inspect', 'hold'::ledger.stock_place, -l.quantity, v_kind = 'inspect'),
      (3, v_store, 'inspect', l.place, l.quantity, v_kind = 'inspect'),
      (4, v_store, 'transfer_out', 'shelf', -l.quantity, v_kind = 'transfer'),
      (5, v_to, 'transfer_out', 'transit', l.quantity, v_kind = 'transfer'),
      (6, v_store, 'transfer_in', 'transit', -l.quantity, v_kind = 'arrival'),
      (7, v_store, 'transfer_in', 'shelf', l.quantity, v_kind = 'arrival'),
      (8, v_store, 'shortage', 'transit', l.quantity - l.planned, v_kind = 'arrival'),
      (9, t.to_store_id, 'recall', 'transit', -l.quantity, v_kind = 'recall'),
      (10, v_store, 'recall', 'shelf', l.quantity, v_kind = 'recall')
    ) x (nth, store_id, kind, place, quantity, happens)
    where l.document_id = move_stock.document_id and x.happens and x.quantity <> 0
  ) m
  join ledger.stock_levels v on v.store_id = m.store_id and v.sku_id = m.sku_id;

  if p ->> 'count_id' is not null then
    update stock_counts c set state = 'posted', ended_at = v_now, ended_by = v_actor where c.id = (p ->> 'count_id')::uuid;
  end if;
end $$;
grant execute on function ledger.move_stock to shirogane_app;

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

-- At or below this the store orders again; null for never.
create or replace function ledger.set_reorder_point(p_store uuid, p_sku uuid, p_point int) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.open_stock(array[p_sku]);
  update ledger.stock_levels set reorder_point = p_point where store_id = p_store and sku_id = p_sku;
$$;
grant execute on function ledger.set_reorder_point to shirogane_app;

-- What one article sold at one store, or all, on each of the last business days: articles out less articles back. Movements of
-- an article are numbered in their order, so the first of a day is found by halving and not by an index of its own.
create or replace function ledger.stock_sales(p_sku uuid, p_store uuid, p_days int)
returns table (on_date date, quantity bigint)
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_today date;
  v_last date;
  v_from timestamptz;
  v_low bigint;
  v_high bigint;
  v_mid bigint;
  v_sold jsonb := '{}';
  l record;
  r record;
begin
  for l in
    select v.store_id, v.moves, s.day_start from ledger.stock_levels v join stores s on s.id = v.store_id
    where v.sku_id = p_sku and (p_store is null or v.store_id = p_store) and v.moves > 0
  loop
    v_today := ledger.business_date(ledger.now(), l.day_start);
    -- Where the days of several shops begin at different hours, the one that is furthest ends the list.
    v_last := greatest(v_last, v_today);
    v_from := ((v_today - p_days + 1) + l.day_start) at time zone 'Asia/Tokyo';
    v_low := 1;
    v_high := l.moves + 1;
    while v_low < v_high loop
      v_mid := (v_low + v_high) / 2;
      -- Two commits may swap their times by moments; a minute of slack covers that.
      if (select m.at from ledger.stock_moves m where m.store_id = l.store_id and m.sku_id = p_sku and m.seq = v_mid)
        < v_from - interval '1 minute' then
        v_low := v_mid + 1;
      else
        v_high := v_mid;
      end if;
    end loop;
    for r in
      select ledger.business_date(m.at, l.day_start) as day, sum(-m.quantity) as sold from ledger.stock_moves m
      where m.store_id = l.store_id and m.sku_id = p_sku and m.seq >= v_low and m.at >= v_from
        and m.kind in ('sale', 'return', 'void')
      group by 1
    loop
      v_sold := v_sold || jsonb_build_object(r.day::text, coalesce((v_sold ->> r.day::text)::bigint, 0) + r.sold);
    end loop;
  end loop;
  v_last := coalesce(v_last, (ledger.now() at time zone 'Asia/Tokyo')::date);
  return query
  select d::date, coalesce((v_sold ->> d::date::text)::bigint, 0)
  from generate_series(v_last - p_days + 1, v_last, interval '1 day') d;
end $$;
grant execute on function ledger.stock_sales to shirogane_app;

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
