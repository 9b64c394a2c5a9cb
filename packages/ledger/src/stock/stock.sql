-- The door of the stock. Articles move by rows of `stock_moves` alone; these triggers keep the levels by them and refuse
-- everything else, as `post.sql` and `guards.sql` do for money. A line of a sale, refund or void moves its articles in the statement that
-- writes it, so no sale can be posted without them and none can move them twice.
--
-- Levels are locked after wallets and before campaigns, sorted by store and article: a payment, a refund and an act of
-- staff that meet at two articles never wait for each other in a circle.

-- Locks the levels of these articles, in the one order. What the caller reads of them in a later statement stays so.
create or replace function ledger.lock_stock(p_stores uuid[], p_skus uuid[]) returns void
language sql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select count(k.*)
  from (select distinct store_id, sku_id from unnest(p_stores, p_skus) g (store_id, sku_id) order by 1, 2) g
  join lateral (
    select 1 from ledger.stock_levels l where l.store_id = g.store_id and l.sku_id = g.sku_id for no key update
  ) k on true;
$$;

-- Articles have a stock from their first act on, at every store of the brand at once: a store that never had any must not
-- sell one.
create or replace function ledger.open_stock(p_skus uuid[]) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  insert into ledger.stock_levels (store_id, sku_id)
  select s.id, k.id from unnest(p_skus) x (sku_id) join skus k on k.id = x.sku_id and k.stocked cross join stores s
  order by s.id, k.id
  on conflict do nothing;
$$;

create or replace function ledger.store_stocked() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into ledger.stock_levels (store_id, sku_id)
  select new.id, l.sku_id from (select distinct sku_id from ledger.stock_levels) l order by l.sku_id
  on conflict do nothing;
  return null;
end $$;

-- Movements move the levels, go on from where the last one left, and leave nothing below zero that must not be.
create or replace function ledger.stock_posted() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  r record;
begin
  -- All in one statement: a sale pays for each statement that is begun.
  with each_move as (
    select p.store_id, p.sku_id,
      -- Of each place: what it held before, and whether each row says what it holds after it.
      l.sku_id is null or p.seq <> l.moves + p.nth or p.xid <> pg_current_xact_id()
        or p.after <> p.moved + case p.place
          when 'shelf' then l.shelf when 'hold' then l.hold when 'damaged' then l.damaged else l.transit end as astray,
      -- A movement belongs to a line or an act that the same commit wrote, at the same store.
      coalesce(t.xid, d.xid) is distinct from pg_current_xact_id()
        or t.store_id <> p.store_id
        or (d.kind = 'transfer' and p.store_id not in (d.store_id, d.to_store_id))
        or (d.kind not in ('transfer', 'arrival', 'recall') and p.store_id <> d.store_id) as homeless
    from (
      select m.*, row_number() over (partition by m.store_id, m.sku_id order by m.seq) as nth,
        sum(m.quantity) over (partition by m.store_id, m.sku_id, m.place order by m.seq) as moved
      from posted m
    ) p
    left join lateral (
      select * from ledger.stock_levels v where v.store_id = p.store_id and v.sku_id = p.sku_id limit 1
    ) l on true
    left join ledger.movements t on t.id = p.transaction_id
    left join ledger.stock_documents d on d.id = p.document_id
  ), sums as (
    select store_id, sku_id, count(*) as moves, bool_or(kind = 'sale') as sold,
      coalesce(sum(quantity) filter (where place = 'shelf'), 0) as shelf,
      coalesce(sum(quantity) filter (where place = 'hold'), 0) as hold,
      coalesce(sum(quantity) filter (where place = 'damaged'), 0) as damaged,
      coalesce(sum(quantity) filter (where place = 'transit'), 0) as transit
    from posted group by 1, 2
  ), moved as (
    update ledger.stock_levels l set shelf = l.shelf + s.shelf, hold = l.hold + s.hold, damaged = l.damaged + s.damaged,
      transit = l.transit + s.transit, moves = l.moves + s.moves
    from sums s where l.store_id = s.store_id and l.sku_id = s.sku_id
    returning l.store_id, l.sku_id, l.shelf, l.reserved, s.shelf as change, s.sold
  )
  select
    (select w.store_id || ' ' || w.sku_id from each_move w where w.astray limit 1) as astray,
    exists (select from each_move w where w.homeless) as homeless,
    (
      select m.store_id || ' ' || m.sku_id
      from moved m join stores s on s.id = m.store_id
      where m.change < 0 and not s.stock_below_zero and (m.shelf < 0
        -- Nor does a sale take what is kept for another one.
        or (m.sold and m.shelf < m.reserved and m.shelf < (
          select coalesce(sum(k.quantity), 0) from ledger.stock_reservations k
          where k.store_id = m.store_id and k.sku_id = m.sku_id and k.state = 'active' and k.until > ledger.now()
            and not exists (select from posted q where q.transaction_id = k.owner_id))))
      limit 1
    ) as short
  into r;
  if r.astray is not null then
    raise exception 'movements of % do not go on from its level', r.astray using errcode = 'check_violation';
  elsif r.homeless then
    raise exception 'movements of stock without a cause of their own commit' using errcode = 'check_violation';
  elsif r.short is not null then
    raise exception 'stock of % may not go below zero, nor below what is kept for others', r.short
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The articles of the lines that were just written: out with a sale, back with a refund to where staff say, and back to the
-- shelf with a void. Articles without a stock move nothing.
create or replace function ledger.lines_move_stock() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_kept boolean;
begin
  if not exists (select from posted where sku_id is not null) then return null; end if;

  with goods as (
    select t.store_id, p.sku_id, p.transaction_id, p.line, t.completed_at,
      case t.kind when 'payment' then 'sale' when 'refund' then 'return' else 'void' end as kind,
      case when t.kind = 'refund' and p.restock = 'hold' then 'hold'::ledger.stock_place
        when t.kind = 'refund' and p.restock = 'damaged' then 'damaged' else 'shelf' end as place,
      case when t.kind = 'payment' then -p.quantity else p.quantity end as quantity
    from posted p join ledger.movements t on t.id = p.transaction_id
    where p.sku_id is not null and p.amount_only is not true
      and (t.kind in ('payment', 'refund') or (t.kind = 'void' and exists (
        select from ledger.stock_moves m where m.transaction_id = t.related_id and m.line = p.line and m.kind = 'sale')))
  ), levels as materialized (
    -- Locked in the one order, as `lock_stock` does, and read as they are once they are ours.
    select l.*
    from (select distinct g.store_id, g.sku_id from goods g order by 1, 2) g
    join lateral (
      select * from ledger.stock_levels v where v.store_id = g.store_id and v.sku_id = g.sku_id for no key update
    ) l on true
  ), written as (
    insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, transaction_id, line, at)
    select a.store_id, a.sku_id, l.moves + row_number() over (partition by a.store_id, a.sku_id order by a.transaction_id, a.line),
      a.kind, a.place, a.quantity,
      case a.place when 'shelf' then l.shelf when 'hold' then l.hold else l.damaged end
        + sum(a.quantity) over (partition by a.store_id, a.sku_id, a.place order by a.transaction_id, a.line),
      a.transaction_id, a.line, a.completed_at
    from goods a join levels l on l.store_id = a.store_id and l.sku_id = a.sku_id
  )
  select bool_or(reserved > 0) into v_kept from levels;

  if v_kept then
    -- What was kept for this very sale is handed over with it.
    update ledger.stock_reservations r set state = 'taken', ended_at = ledger.now(), transaction_id = r.owner_id
    from (select distinct p.transaction_id from posted p where p.sku_id is not null) p
    where r.owner_id = p.transaction_id and r.state = 'active';
  end if;
  return null;
end $$;

-- How many pieces of each article a sale may take at this moment, what is kept for it among them; null where the shop sells
-- below zero, but of a bought piece there is one in every shop.
create or replace function ledger.free_stock(p_owner uuid, p_store uuid, p_skus uuid[]) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(jsonb_object_agg(v.sku_id, case
    when s.stock_below_zero and not exists (select from buyback_items i where i.sku_id = v.sku_id) then null
    else v.shelf - coalesce((
      select sum(k.quantity) from ledger.stock_reservations k
      where k.store_id = v.store_id and k.sku_id = v.sku_id and k.state = 'active' and k.until > ledger.now()
        and k.owner_id <> p_owner), 0) end), '{}')
  from stores s join ledger.stock_levels v on v.store_id = s.id and v.sku_id = any (p_skus)
  where s.id = p_store;
$$;

-- What is promised is counted on the level, in the statement that promises it or lets it go.
create or replace function ledger.reservation_counted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'active' and new.label = '' and to_jsonb(new) - 'label' = to_jsonb(old) - 'label' then
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.state <> 'active'
    or (to_jsonb(new) - '{state,ended_at,transaction_id,until,label}'::text[])
      <> (to_jsonb(old) - '{state,ended_at,transaction_id,until,label}'::text[])) then
    raise exception 'reservation % has ended or keeps what it promised', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' and new.state <> 'active' then
    raise exception 'a reservation begins active' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' or new.state <> 'active' then
    update ledger.stock_levels set reserved = reserved + case tg_op when 'INSERT' then new.quantity else -new.quantity end
    where store_id = new.store_id and sku_id = new.sku_id;
  end if;
  return null;
end $$;

-- A level begins empty and moves with movements alone: the triggers above run one level deep, all other statements at
-- the top, and only they are stopped here.
create or replace function ledger.level_moved() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if (new.shelf, new.hold, new.damaged, new.transit, new.reserved, new.moves) <> (0, 0, 0, 0, 0, 0) then
      raise exception 'a level begins empty' using errcode = 'restrict_violation';
    end if;
  else
    raise exception 'levels of % move by movements only', old.sku_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- An act is never empty.
create or replace function ledger.stock_document_complete() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (select from ledger.stock_document_lines where document_id = new.id) then
    raise exception 'stock document % has no lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Lines come with their act, and with it only.
create or replace function ledger.stock_line_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from ledger.stock_documents where id = new.document_id and xid = pg_current_xact_id()) then
    raise exception 'stock document % is closed', new.document_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
