-- Where a bought piece goes: put on sale as an article of its own, melted, handed back, or somewhere else. Whoever buys
-- one from the shop stands in the ledger of second-hand goods too, as the law asks of jewellery from ten thousand yen on.

set lock_timeout = '3s';

alter table buyback_items
  -- The one article that it is in stock and on sale.
  add column sku_id uuid unique references skus (id),
  add column stocked_on date,
  add column stocked_by uuid references employees (user_id),
  add column disposed_kind text check (disposed_kind in ('melted', 'returned', 'other')),
  add constraint buyback_item_stock_is_whole check ((sku_id is null) = (stocked_on is null)
    and (sku_id is null) = (stocked_by is null)),
  -- Nothing is sold before the days are over in which its owner may ask for it.
  add constraint buyback_item_stocked_after_days check (stocked_on > held_until),
  add constraint buyback_item_kind_of_way check (disposed_kind is null or disposed_on is not null);

create or replace function buyback_stays() returns trigger language plpgsql as $$
declare
  v_bank text[] := array['bank_paid_at', 'bank_paid_by', 'bank_transaction_id'];
  v_back text[] := array['reversed_at', 'reversed_by', 'reversal_approved_by', 'reversal_reason', 'reversal_id'];
  v_stock text[] := array['sku_id', 'stocked_on', 'stocked_by'];
  v_gone text[] := array['disposed_on', 'disposed_to', 'disposed_by', 'disposed_kind'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A row of % is never removed.', tg_table_name using errcode = 'restrict_violation';
  end if;
  if tg_table_name = 'buybacks' then
    -- Paid by the bank once, taken back once, and nothing after either.
    if old.bank_paid_at is not null or old.reversed_at is not null
      or (to_jsonb(new) - v_bank - v_back) <> (to_jsonb(old) - v_bank - v_back) then
      raise exception 'A purchase is never rewritten.' using errcode = 'restrict_violation';
    end if;
  elsif old.disposed_on is not null
    or (to_jsonb(new) - v_stock - v_gone) <> (to_jsonb(old) - v_stock - v_gone) then
    raise exception 'A piece is disposed of once.' using errcode = 'restrict_violation';
  elsif old.sku_id is not null
    and (new.sku_id, new.stocked_on, new.stocked_by) is distinct from (old.sku_id, old.stocked_on, old.stocked_by) then
    raise exception 'A piece is taken into stock once.' using errcode = 'restrict_violation';
  elsif exists (select from buybacks b where b.id = new.buyback_id and b.reversed_at is not null) then
    raise exception 'A piece that went back is not disposed of.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Whom a piece was sold to. A sale that is undone leaves its row: the next sale has its own.
create table buyback_buyers (
  buyback_id uuid not null,
  line smallint not null,
  transaction_id uuid not null,
  name text not null check (length(trim(name)) between 1 and 60),
  address text not null check (length(trim(address)) between 1 and 200),
  occupation text not null check (length(trim(occupation)) between 1 and 40),
  age integer not null check (age between 0 and 130),
  recorded_by uuid not null references employees (user_id),
  recorded_at timestamptz not null,
  primary key (buyback_id, line, transaction_id),
  foreign key (buyback_id, line) references buyback_items (buyback_id, line)
);
create trigger buyback_buyer_stays before update or delete on buyback_buyers for each row execute function row_stays();
create trigger buyback_buyers_stay_whole before truncate on buyback_buyers for each statement execute function row_stays();
