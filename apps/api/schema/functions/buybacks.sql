-- What is written of a purchase stays.

-- What is written in the ledger of second-hand articles stays. Only where a piece went and that a transfer was made
-- follow later, each once.
create or replace function buyback_stays() returns trigger language plpgsql as $$
declare
  v_bank text[] := array['bank_paid_at', 'bank_paid_by', 'bank_transaction_id'];
  v_back text[] := array['reversed_at', 'reversed_by', 'reversal_approved_by', 'reversal_reason', 'reversal_id'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A row of % is never removed.', tg_table_name using errcode = 'restrict_violation';
  end if;
  -- Paid by the bank once, taken back once, and nothing after either.
  if old.bank_paid_at is not null or old.reversed_at is not null
    or (to_jsonb(new) - v_bank - v_back) <> (to_jsonb(old) - v_bank - v_back) then
    raise exception 'A purchase is never rewritten.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The same of each piece.
create or replace function buyback_item_stays() returns trigger language plpgsql as $$
declare
  v_stock text[] := array['sku_id', 'stocked_on', 'stocked_by'];
  v_gone text[] := array['disposed_on', 'disposed_to', 'disposed_by', 'disposed_kind'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A row of % is never removed.', tg_table_name using errcode = 'restrict_violation';
  end if;
  if old.disposed_on is not null
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
