-- The stock's part of the audit: every level, recomputed from the movements alone, and every movement from what caused it.
create or replace function ledger.audit_stock() returns table (rule text, subject text, expected text, found text)
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
begin
  return query
  select 'stock = sum of its movements', coalesce(l.store_id, m.store_id) || ' ' || coalesce(l.sku_id, m.sku_id),
    concat_ws(' ', coalesce(m.shelf, 0), coalesce(m.hold, 0), coalesce(m.damaged, 0), coalesce(m.transit, 0),
      coalesce(m.moves, 0)),
    concat_ws(' ', l.shelf, l.hold, l.damaged, l.transit, l.moves)
  from ledger.stock_levels l
  full join (
    select v.store_id, v.sku_id, count(*) as moves, max(v.seq) as last,
      coalesce(sum(v.quantity) filter (where v.place = 'shelf'), 0) as shelf,
      coalesce(sum(v.quantity) filter (where v.place = 'hold'), 0) as hold,
      coalesce(sum(v.quantity) filter (where v.place = 'damaged'), 0) as damaged,
      coalesce(sum(v.quantity) filter (where v.place = 'transit'), 0) as transit
    from ledger.stock_moves v group by 1, 2
  ) m on m.store_id = l.store_id and m.sku_id = l.sku_id
  where l.store_id is null or (l.shelf, l.hold, l.damaged, l.transit, l.moves)
    is distinct from (coalesce(m.shelf, 0), coalesce(m.hold, 0), coalesce(m.damaged, 0), coalesce(m.transit, 0),
      coalesce(m.moves, 0))
    or m.last <> m.moves;

  return query
  select 'a movement of stock goes on from the last', m.store_id || ' ' || m.sku_id || ' ' || m.seq, m.should::text,
    m.after::text
  from (
    select v.*, sum(v.quantity) over (partition by v.store_id, v.sku_id, v.place order by v.seq) as should
    from ledger.stock_moves v
  ) m where m.should <> m.after;

  return query
  select 'a line moves its goods', m.transaction_id || ' ' || m.line, coalesce(l.quantity, 0)::text, m.quantity::text
  from ledger.stock_moves m
  left join ledger.transaction_lines l on l.transaction_id = m.transaction_id and l.line = m.line and l.sku_id = m.sku_id
    and l.amount_only is not true
  left join ledger.movements t on t.id = m.transaction_id
  where m.transaction_id is not null and (l.quantity is null or t.store_id <> m.store_id
    or m.quantity <> case t.kind when 'payment' then -l.quantity else l.quantity end
    or m.kind <> case t.kind when 'payment' then 'sale' when 'refund' then 'return' else t.kind end
    or m.place <> case when t.kind = 'refund' and l.restock = 'hold' then 'hold'::ledger.stock_place
      when t.kind = 'refund' and l.restock = 'damaged' then 'damaged' else 'shelf' end);

  -- From the first movement of an article on, no sale of it stays without one.
  return query
  select 'a line moves its goods', l.transaction_id || ' ' || l.line, (-l.quantity)::text, 'nothing'
  from ledger.stock_moves f
  join ledger.transaction_lines l on l.sku_id = f.sku_id
  join ledger.movements t on t.id = l.transaction_id and t.store_id = f.store_id and t.kind = 'payment'
    -- Two commits may swap their times by moments; a minute of slack covers that.
    and t.completed_at > f.at + interval '1 minute'
  where f.seq = 1 and not exists (
    select from ledger.stock_moves m where m.transaction_id = l.transaction_id and m.line = l.line);

  return query
  select 'an act moves what it says', d.id || ' ' || l.sku_id, x.expected::text, coalesce(x.moved, 0)::text
  from ledger.stock_documents d
  join ledger.stock_document_lines l on l.document_id = d.id
  cross join lateral (
    select case when d.kind in ('transfer', 'dispose') then -l.quantity else l.quantity end as expected,
      sum(m.quantity) filter (where m.store_id = d.store_id and m.place = l.place) as moved
    from ledger.stock_moves m where m.document_id = d.id and m.sku_id = l.sku_id
  ) x
  where coalesce(x.moved, 0) <> x.expected;

  return query
  select 'goods on their way = open transfers', coalesce(l.store_id, o.to_store_id) || ' ' || coalesce(l.sku_id, o.sku_id),
    coalesce(o.quantity, 0)::text, coalesce(l.transit, 0)::text
  from (select * from ledger.stock_levels where transit > 0) l
  full join (
    select d.to_store_id, n.sku_id, sum(n.quantity) as quantity
    from ledger.stock_documents d join ledger.stock_document_lines n on n.document_id = d.id
    where d.kind = 'transfer' and not exists (select from ledger.stock_documents e where e.related_id = d.id) group by 1, 2
  ) o on o.to_store_id = l.store_id and o.sku_id = l.sku_id
  where coalesce(l.transit, 0) <> coalesce(o.quantity, 0);

  return query
  select 'promised goods are counted', coalesce(l.store_id, r.store_id) || ' ' || coalesce(l.sku_id, r.sku_id),
    coalesce(r.quantity, 0)::text, coalesce(l.reserved, 0)::text
  from (select * from ledger.stock_levels where reserved > 0) l
  full join (select store_id, sku_id, sum(quantity) as quantity from ledger.stock_reservations where state = 'active' group by 1, 2) r
    on r.store_id = l.store_id and r.sku_id = l.sku_id
  where coalesce(l.reserved, 0) <> coalesce(r.quantity, 0);

  -- A bought piece is in one place, or gone in one way.
  return query
  select 'a bought piece is one', i.buyback_id || ' ' || i.line, case when i.disposed_on is null then '0 to 1' else '0' end,
    concat_ws(' ', c.here, c.sold)
  from buyback_items i cross join lateral ledger.piece_count(i.sku_id) c
  where i.sku_id is not null and (c.here not between 0 and 1 or c.sold not between -1 and 0 or c.here - c.sold > 1
    or (i.disposed_on is not null and (c.here, c.sold) <> (0, 0)));

  return query
  select 'stock below zero only where the store allows it', l.store_id || ' ' || l.sku_id, '0', l.shelf::text
  from ledger.stock_levels l join stores s on s.id = l.store_id
  where l.shelf < 0 and not s.stock_below_zero
    -- A store that allowed it once may have some left from then.
    and not exists (select from ledger.stock_moves m where m.store_id = l.store_id and m.sku_id = l.sku_id and m.after < 0
      and m.seq < l.moves);
end $$;
