-- A purchase that was booked wrongly is taken back on its own day. Its row stays in the ledger of second-hand goods, and
-- says when, by whom, on whose word and why.

set lock_timeout = '3s';

alter table buybacks
  add column reversed_at timestamptz,
  add column reversed_by uuid references employees (user_id),
  add column reversal_approved_by uuid references employees (user_id),
  add column reversal_reason text check (length(trim(reversal_reason)) between 1 and 200),
  add column reversal_id uuid unique,
  add constraint buyback_reversal_is_whole check ((reversed_at is null) = (reversed_by is null)
    and (reversed_at is null) = (reversal_reason is null) and (reversed_at is null) = (reversal_id is null)
    and (reversal_approved_by is null or reversed_at is not null)),
  -- What was never paid for, or has been transferred already, does not come back this way.
  add constraint buyback_reversal_of_paid check (reversed_at is null or (status = 'paid' and bank_paid_at is null)),
  -- Whoever bought takes nothing back on their own word.
  add constraint buyback_maker_is_no_checker check (reversed_at is null
    or (coalesce(reversal_approved_by, reversed_by) <> employee_id and reversal_approved_by is distinct from reversed_by));

create or replace function buyback_stays() returns trigger language plpgsql as $$
declare
  v_bank text[] := array['bank_paid_at', 'bank_paid_by', 'bank_transaction_id'];
  v_back text[] := array['reversed_at', 'reversed_by', 'reversal_approved_by', 'reversal_reason', 'reversal_id'];
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
    or (to_jsonb(new) - array['disposed_on', 'disposed_to', 'disposed_by'])
      <> (to_jsonb(old) - array['disposed_on', 'disposed_to', 'disposed_by']) then
    raise exception 'A piece is disposed of once.' using errcode = 'restrict_violation';
  elsif exists (select from buybacks b where b.id = new.buyback_id and b.reversed_at is not null) then
    raise exception 'A piece that went back is not disposed of.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
