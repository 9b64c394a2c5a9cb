-- A completed sale is corrected on its own business day: its cash was really a card or the other way round, another
-- clerk sold it, or its note was wrong. Amounts never change. What was posted stays: a movement of its own carries the
-- amount from one account of the shop to the other, and a revision says how the sale stands now and stood before.

-- The cash and the card part of each line of a sale as they stand now. The lines themselves keep what was posted.
create or replace function ledger.corrected_shares(p_sale uuid, p_card bigint)
returns table (line smallint, cash bigint, card bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select p.line, p.hand - p.card, p.card
  from (
    select array_agg(l.line order by l.line) as lines, array_agg(l.share_cash + l.share_card order by l.line) as hands
    from ledger.transaction_lines l where l.transaction_id = p_sale
  ) a
  cross join lateral unnest(a.lines, a.hands, ledger.spread(p_card, a.hands)) p (line, hand, card)
  where p_card is not null;
$$;
grant execute on function ledger.corrected_shares to shirogane_app;

-- Locks the sale and its day until the commit, and answers the facts that a correction is decided by; null where the key
-- has its answer. `p` asks as in `correct`.
create or replace function ledger.hold_correct(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_date date;
  v_cash_before bigint;
  v_cash_day jsonb;
  s ledger.transactions;
begin
  if not ledger.hold_key((p ->> 'actor_id')::uuid, 'correct', p, (p ->> 'sale_id')::uuid) then return null; end if;
  -- The day before the sale, as everything else that belongs to a day.
  v_date := ledger.book_date((select t.store_id from ledger.transactions t where t.id = (p ->> 'sale_id')::uuid));
  perform from ledger.movements where id = (p ->> 'sale_id')::uuid for no key update;
  select * into s from ledger.transactions where id = (p ->> 'sale_id')::uuid;
  v_cash_before := coalesce(s.corrected_cash, s.tender_cash);
  if (p ->> 'cash')::bigint > v_cash_before then
    perform from ledger.wallets w where w.user_id = s.customer_id for no key update;
    v_cash_day := ledger.cash_day(s.customer_id, s.id, s.business_date, s.completed_at, (p ->> 'actor_id')::uuid);
  end if;
  return jsonb_build_object('held', ledger.held_by(p),
    'access', ledger.access_facts(p, s.store_id, '{}'),
    'kind', s.kind, 'is_voided', s.voided_by is not null,
    'refunded_total', s.refunded_total, 'business_date', s.business_date, 'shop_date', v_date,
    'cash_day', v_cash_day,
    'before', jsonb_build_object('cash', v_cash_before,
      'card', coalesce(s.corrected_card, s.tender_card),
      'employee_id', coalesce(s.corrected_employee_id, s.employee_id),
      'note', case when s.corrections is null then s.note else s.corrected_note end),
    'is_of_shop', exists (
      select from employees e
      where e.user_id = coalesce((p ->> 'employee_id')::uuid, s.corrected_employee_id, s.employee_id)
        and e.store_id = s.store_id));
end $$;
grant execute on function ledger.hold_correct to shirogane_app;

drop function if exists ledger.correct(jsonb, jsonb);

-- Writes a correction as it was decided, once for a key. `p` asks: actor_id, session_id, key, request_hash, id,
-- movement_id, sale_id, cash and card (both, or neither where the amounts stand), employee_id (null where the name
-- stands), note (left out where it stands), reason, approved_by (a second person who has agreed). `x` is the plan or
-- the refusal that `correctSale` made of the facts of `hold_correct` in this database transaction.
create function ledger.correct(p jsonb, x jsonb, out code text, out replayed boolean) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_movement uuid := (p ->> 'movement_id')::uuid;
  d record;
  s ledger.transactions;
  c ledger.corrections;
  v_access jsonb;
begin
  select * into s from ledger.transactions where id = (p ->> 'sale_id')::uuid;
  d := ledger.answer_act(v_actor, 'correct', p, (p ->> 'sale_id')::uuid, x);
  v_access := ledger.access_facts(p, s.store_id, '{}');
  perform ledger.check_access(x, v_access, 'sell');
  select d.code, d.replayed into code, replayed;
  if d.is_over then return; end if;
  if not (v_access #> '{actor,rights}' ? 'correct' or coalesce(v_access #> '{approver,rights}' ? 'correct', false)) then
    raise exception 'no person who may correct sale % has agreed', s.id using errcode = 'check_violation';
  end if;
  c.cash_before := (x -> 'before' ->> 'cash')::bigint;
  c.card_before := (x -> 'before' ->> 'card')::bigint;
  c.employee_before := (x -> 'before' ->> 'employee_id')::uuid;
  c.note_before := x -> 'before' ->> 'note';
  c.cash_after := (x -> 'after' ->> 'cash')::bigint;
  c.card_after := (x -> 'after' ->> 'card')::bigint;
  c.employee_after := (x -> 'after' ->> 'employee_id')::uuid;
  c.note_after := x -> 'after' ->> 'note';

  if c.cash_after = c.cash_before then
    v_movement := null;
  else
    perform ledger.post_movement(jsonb_build_object('id', v_movement, 'kind', 'adjustment', 'store_id', s.store_id,
      'register_id', s.register_id, 'employee_id', v_actor, 'approved_by', v_approver, 'related_id', s.id,
      'reason', p ->> 'reason', 'message', jsonb_build_object('code', 'tender_corrected'),
      'transfers', jsonb_build_array(case when c.cash_after > c.cash_before
        then ledger.transfer('correct_tender', 'drawer', 'card_clearing', c.cash_after - c.cash_before)
        else ledger.transfer('correct_tender', 'card_clearing', 'drawer', c.cash_before - c.cash_after) end)));
  end if;
  insert into ledger.corrections (id, transaction_id, revision, cash_before, cash_after, card_before, card_after,
    employee_before, employee_after, note_before, note_after, reason, corrected_by, approved_by, movement_id, corrected_at)
  values ((p ->> 'id')::uuid, s.id, coalesce(s.corrections, 0) + 1, c.cash_before, c.cash_after, c.card_before, c.card_after,
    c.employee_before, c.employee_after, c.note_before, c.note_after, p ->> 'reason', v_actor, v_approver, v_movement,
    ledger.now());
end $$;
grant execute on function ledger.correct to shirogane_app;

-- A revision begins where the last one ended, and its movement carries exactly what it says, in the commit that wrote
-- it.
create or replace function ledger.correction_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  s ledger.transactions;
begin
  perform ledger.refuse_old_snapshot();
  perform from ledger.movements where id = new.transaction_id for no key update;
  select * into s from ledger.transactions where id = new.transaction_id;
  if s.kind is distinct from 'payment' or s.voided_by is not null or s.refunded_total > 0
    or not ledger.day_is_open(s.store_id, s.business_date)
    or new.revision <> coalesce(s.corrections, 0) + 1
    or new.cash_before <> coalesce(s.corrected_cash, s.tender_cash)
    or new.card_before <> coalesce(s.corrected_card, s.tender_card)
    or new.employee_before <> coalesce(s.corrected_employee_id, s.employee_id)
    or new.note_before is distinct from (case when s.corrections is null then s.note else s.corrected_note end)
    or new.xid <> pg_current_xact_id() then
    raise exception 'the correction of % does not follow the sale', new.transaction_id using errcode = 'check_violation';
  end if;
  if new.movement_id is not null and not exists (
    select from ledger.movements t join ledger.transfers x on x.transaction_id = t.id
    where t.id = new.movement_id and t.kind = 'adjustment' and t.related_id = s.id and t.store_id = s.store_id
      and t.xid = pg_current_xact_id() and x.code = 'correct_tender'
      and x.amount = abs(new.cash_after - new.cash_before)
      and x.debit_kind = (case when new.cash_after > new.cash_before then 'drawer'::ledger.account else 'card_clearing' end)
      and x.credit_kind = (case when new.cash_after > new.cash_before then 'card_clearing'::ledger.account else 'drawer' end)) then
    raise exception 'the correction of % has no movement', new.transaction_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
