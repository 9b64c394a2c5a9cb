-- What staff do with stock: deliveries, corrections, disposals, transfers and their ends, results of counts. Refusals,
-- lines and differences are decided in packages/domain (`moveStock`); here stand the facts, the locks and the posting.
-- A refusal is an answer (`code`, with a number for its sentence) that stands for its key.

-- Locks what an act on stock touches until the commit, and answers the facts that `moveStock` of packages/domain
-- decides by; null where its key has its answer. `p` asks: actor_id, session_id, route, key, request_hash, id, kind,
-- store_id, to_store_id, related_id, count_id, supplier, slip_number, reason, note, approved_by, piece (by the ledger
-- of second-hand articles), and lines [{sku_id, quantity, place, planned, expected}]. The lines of a posted count are
-- what was counted, and those of a recall what was sent: the caller does not name them.
create or replace function ledger.hold_move_stock(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_kind text := p ->> 'kind';
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_to uuid := (p ->> 'to_store_id')::uuid;
  v_count uuid := (p ->> 'count_id')::uuid;
  t ledger.stock_documents;
  v_sent jsonb;
  v_counted jsonb;
  v_skus uuid[];
begin
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'id')::uuid) then return null; end if;
  -- A transfer ends at one end of it, once: the second of two requests waits here and finds it ended.
  if v_kind in ('arrival', 'recall') then
    select * into t from ledger.stock_documents where id = (p ->> 'related_id')::uuid and kind = 'transfer' for update;
    v_store := case when v_kind = 'arrival' then t.to_store_id else t.store_id end;
    select jsonb_agg(jsonb_build_object('sku_id', l.sku_id, 'quantity', l.quantity) order by l.line) into v_sent
    from ledger.stock_document_lines l where l.document_id = t.id;
  end if;
  -- A count that begins now waits for this act, and this act sees one that has begun.
  perform 1 from stores where id = v_store for share;
  if v_count is not null then
    perform 1 from stock_counts c where c.id = v_count and c.store_id = v_store and c.state = 'review' for update;
    if found then
      select coalesce(jsonb_agg(jsonb_build_object('sku_id', c.sku_id, 'looks', c.looks, 'next_move', c.next_move)
        order by c.sku_id), '[]') into v_counted
      from ledger.looks_of_count(v_count) c where c.looks <> '[]';
    end if;
  end if;
  select array_agg((l ->> 'sku_id')::uuid) into v_skus
  from jsonb_array_elements(case when t.id is not null then v_sent when v_count is not null then v_counted
    else nullif(p -> 'lines', 'null') end) l;
  perform ledger.lock_stock(array_agg(s.id), array_agg(k.id))
  from unnest(array[v_store, v_to, t.store_id, t.to_store_id]) s (id) cross join unnest(v_skus) k (id)
  where s.id is not null;

  return jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.access_facts(p, v_store, '{}'),
    'sells_below_zero', coalesce((select s.stock_below_zero from stores s where s.id = v_store), false),
    'is_destination_open', v_to is null or exists (select from stores s where s.id = v_to and s.closed_at is null),
    'transfer', case when t.id is not null then jsonb_build_object(
      'has_ended', exists (select from ledger.stock_documents e where e.related_id = t.id), 'lines', v_sent) end,
    'is_counting', exists (select from stock_counts c where c.store_id = v_store and c.ended_at is null),
    'is_slip_booked', exists (
      select from ledger.stock_documents e
      where e.store_id = v_store and e.supplier = p ->> 'supplier' and e.slip_number = p ->> 'slip_number'),
    'counted', v_counted,
    'articles', ledger.stock_articles(v_store, v_skus, null),
    'adjust_max', ledger.whole_setting('stock.register_adjust_max'));
end $$;
grant execute on function ledger.hold_move_stock to shirogane_app;

-- Of these articles those that there are, with what the shop has of them. What is kept for `p_owner` is not promised to
-- another.
create or replace function ledger.stock_articles(p_store uuid, p_skus uuid[], p_owner uuid) returns jsonb
language sql stable
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'sku_id', k.id, 'is_stocked', k.stocked,
    'is_bought', exists (select from buyback_items i where i.sku_id = k.id),
    'level', case when v.sku_id is not null then jsonb_build_object(
      'shelf', v.shelf, 'hold', v.hold, 'damaged', v.damaged,
      'promised', case when v.reserved = 0 then 0 else coalesce((
        select sum(r.quantity) from ledger.stock_reservations r
        where r.store_id = v.store_id and r.sku_id = v.sku_id and r.state = 'active' and r.until > ledger.now()
          and r.owner_id is distinct from p_owner), 0) end) end)), '[]')
  from skus k
  left join ledger.stock_levels v on v.store_id = p_store and v.sku_id = k.id
  where k.id = any (p_skus);
$$;

-- A document says what was asked for: a count what was counted, an arrival and a recall what was sent.
create or replace function ledger.check_stock_lines(p jsonb, t ledger.stock_documents, x jsonb) returns void
language plpgsql
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_kind text := p ->> 'kind';
  v_count uuid := (p ->> 'count_id')::uuid;
  v_asked jsonb;
  v_decided jsonb;
begin
  if v_count is not null then
    select jsonb_agg(jsonb_build_array(g.sku_id, 'shelf', g.quantity, null) order by g.sku_id) into v_asked
    from (select e.sku_id, sum(e.quantity) as quantity from stock_count_entries e where e.count_id = v_count group by 1) g;
  elsif t.id is not null then
    select jsonb_agg(jsonb_build_array(l.sku_id, 'shelf', case v_kind when 'recall' then l.quantity else g.quantity end,
      case v_kind when 'arrival' then l.quantity end) order by l.sku_id) into v_asked
    from ledger.stock_document_lines l
    left join jsonb_to_recordset(nullif(p -> 'lines', 'null')) g (sku_id uuid, quantity int) on g.sku_id = l.sku_id
    where l.document_id = t.id;
  else
    select jsonb_agg(jsonb_build_array(g.sku_id, coalesce(g.place, 'shelf'), g.quantity, null) order by g.sku_id)
    into v_asked
    from jsonb_to_recordset(nullif(p -> 'lines', 'null')) g (sku_id uuid, place text, quantity int);
  end if;
  select jsonb_agg(jsonb_build_array(l.sku_id, l.place,
    case v_kind when 'count' then l.planned + l.quantity else l.quantity end,
    case v_kind when 'arrival' then l.planned end) order by l.sku_id) into v_decided
  from jsonb_to_recordset(x -> 'lines') l (sku_id uuid, place text, planned int, quantity int);
  if v_decided is distinct from v_asked then
    raise exception 'the document would say %, where % was asked', v_decided, v_asked using errcode = 'check_violation';
  end if;
end $$;

-- Writes the document that `moveStock` decided and moves its articles, once for a key. Refusals are answers. `p` asks
-- as above.
create or replace function ledger.move_stock(
  p jsonb, x jsonb, out code text, out n bigint, out replayed boolean, out document_id uuid
) returns record
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
  v_store uuid := (p ->> 'store_id')::uuid;
  v_to uuid := (p ->> 'to_store_id')::uuid;
  v_count uuid := (p ->> 'count_id')::uuid;
  d record;
  t ledger.stock_documents;
  v_opens uuid[];
begin
  document_id := (p ->> 'id')::uuid;
  if v_kind in ('arrival', 'recall') then
    select * into t from ledger.stock_documents where id = (p ->> 'related_id')::uuid and kind = 'transfer';
    v_store := case when v_kind = 'arrival' then t.to_store_id else t.store_id end;
  end if;
  d := ledger.answer_act(v_actor, p ->> 'route', p, document_id, x);
  perform ledger.check_access(x, ledger.access_facts(p, v_store, '{}'), 'stock.receive');
  select d.code, d.n, d.replayed into code, n, replayed;
  if d.is_over then
    document_id := coalesce(d.act, document_id);
    return;
  end if;

  perform ledger.check_stock_lines(p, t, x);
  -- There was nothing to lock of an article without a stock: where another act was the first one meanwhile, this one
  -- begins anew.
  select array_agg(o.id::uuid) into v_opens from jsonb_array_elements_text(x -> 'opens') o (id);
  if v_opens is not null then
    perform ledger.open_stock(v_opens);
    perform ledger.lock_stock(array_agg(s.id), array_agg(k.id))
    from unnest(array[v_store, v_to]) s (id) cross join unnest(v_opens) k (id)
    where s.id is not null;
    if exists (select from ledger.stock_levels l where l.store_id = v_store and l.sku_id = any (v_opens) and l.moves > 0) then
      raise exception 'an article has had its first act meanwhile: this one begins anew'
        using errcode = 'serialization_failure';
    end if;
  end if;

  insert into ledger.stock_documents (id, kind, store_id, to_store_id, related_id, count_id, supplier, slip_number, reason,
    note, actor_id, approved_by, at)
  values (document_id, v_kind, v_store, v_to, t.id, v_count, p ->> 'supplier', p ->> 'slip_number',
    p ->> 'reason', p ->> 'note', v_actor, (p ->> 'approved_by')::uuid, v_now);
  insert into ledger.stock_document_lines (document_id, line, sku_id, place, planned, quantity)
  select move_stock.document_id, l.nth, (l.line ->> 'sku_id')::uuid, (l.line ->> 'place')::ledger.stock_place,
    (l.line ->> 'planned')::int, (l.line ->> 'quantity')::int
  from jsonb_array_elements(x -> 'lines') with ordinality l (line, nth);

  insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, document_id, line, at)
  select m.store_id, m.sku_id, v.moves + row_number() over (partition by m.store_id, m.sku_id order by m.nth),
    m.kind, m.place, m.quantity,
    case m.place when 'shelf' then v.shelf when 'hold' then v.hold when 'damaged' then v.damaged else v.transit end
      + sum(m.quantity) over (partition by m.store_id, m.sku_id, m.place order by m.nth),
    move_stock.document_id, m.line, v_now
  from (
    select l.line, l.sku_id, w.*
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
    ) w (nth, store_id, kind, place, quantity, happens)
    where l.document_id = move_stock.document_id and w.happens and w.quantity <> 0
  ) m
  join ledger.stock_levels v on v.store_id = m.store_id and v.sku_id = m.sku_id;

  if v_count is not null then
    update stock_counts c set state = 'posted', ended_at = v_now, ended_by = v_actor where c.id = v_count;
  end if;
end $$;
grant execute on function ledger.move_stock to shirogane_app;

-- At or below this the store orders again; null for never.
create or replace function ledger.set_reorder_point(p_store uuid, p_sku uuid, p_point int) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.open_stock(array[p_sku]);
  update ledger.stock_levels set reorder_point = p_point where store_id = p_store and sku_id = p_sku;
$$;
grant execute on function ledger.set_reorder_point to shirogane_app;

-- What one article sold at one store, or all, on each of the last business days: articles out less articles back.
-- Movements of an article are numbered in their order, so the first of a day is found by halving and not by an index of
-- its own.
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
