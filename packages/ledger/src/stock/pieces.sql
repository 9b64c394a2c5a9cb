-- A piece that a shop bought from a person and put on sale is one article with one piece: it is in one place at a time,
-- and it leaves once, by a sale or by hand. The stock's own door keeps two sales apart; what stands here keeps a sale
-- and every other way apart, also where a shop lets its sales run below zero.

-- The sale by which a piece is gone; nothing while it is here, or came back.
create or replace function ledger.piece_sale(p_sku uuid, out transaction_id uuid, out line smallint) returns record
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select m.transaction_id, m.line
  from stores s join ledger.stock_moves m on m.store_id = s.id and m.sku_id = p_sku and m.kind = 'sale'
  where (
    select sum(x.quantity) from stores y
    join ledger.stock_moves x on x.store_id = y.id and x.sku_id = p_sku and x.kind in ('sale', 'return', 'void')
  ) < 0
  order by m.at desc, m.transaction_id desc limit 1;
$$;
grant execute on function ledger.piece_sale to shirogane_app;

-- How many of it there are anywhere, and how many sales of it stand (below zero).
create or replace function ledger.piece_count(p_sku uuid, out here bigint, out sold bigint) returns record
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(m.quantity), 0), coalesce(sum(m.quantity) filter (where m.kind in ('sale', 'return', 'void')), 0)
  from stores s join ledger.stock_moves m on m.store_id = s.id and m.sku_id = p_sku;
$$;

create or replace function ledger.piece_moved() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  i buyback_items;
  c record;
begin
  -- Two stores cannot find the same piece at once: the second of them waits here.
  select * into i from buyback_items where sku_id = new.sku_id for no key update;
  if not found then return null; end if;
  select * into c from ledger.piece_count(new.sku_id);
  if new.after < 0 or c.here > 1 or (c.here > 0 and (c.sold < 0 or i.disposed_on is not null)) then
    raise exception 'piece % of buyback % would be there twice, or after it has left', i.line, i.buyback_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What leaves the stock by hand leaves it for somewhere: the ledger of second-hand articles says where in the same commit.
create or replace function ledger.piece_disposed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if exists (select from buyback_items i where i.sku_id = new.sku_id and i.disposed_on is null) then
    raise exception 'a bought piece is disposed of in the ledger of second-hand articles' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function ledger.piece_goes() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c record;
begin
  if new.sku_id is not null and old.sku_id is null or new.disposed_on is not null and old.disposed_on is null then
    -- What is being taken back at this moment is waited for, and a later reversal sees where the piece went.
    perform from buybacks b where b.id = new.buyback_id and b.reversed_at is null for share;
    if not found then
      raise exception 'piece % of buyback % went back to its seller', new.line, new.buyback_id using errcode = 'check_violation';
    end if;
  end if;
  if new.sku_id is not null and old.sku_id is null then
    if new.disposed_on is not null or exists (select from buybacks b where b.id = new.buyback_id and b.status <> 'paid')
      or exists (select from stores s join ledger.stock_moves m on m.store_id = s.id and m.sku_id = new.sku_id) then
      raise exception 'piece % of buyback % cannot be put on sale', new.line, new.buyback_id using errcode = 'check_violation';
    end if;
  elsif new.disposed_on is not null and new.sku_id is not null then
    select * into c from ledger.piece_count(new.sku_id);
    if c.here <> 0 or c.sold <> 0 then
      raise exception 'piece % of buyback % is in stock or was sold', new.line, new.buyback_id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
