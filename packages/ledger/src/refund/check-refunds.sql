-- What the database holds of refunds and voids, no matter what was decided: each yen leaves by a way that it came by, and of
-- no sale comes more back than it was.

-- Whether every yen of a refund goes somewhere, and every point taken back comes from somewhere. What is issued in place of
-- cash and card is never more than what they would have got.
create or replace function ledger.refund_adds_up(t ledger.movements, r ledger.refunds) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.kind = r.kind and t.related_id = r.sale_id and t.employee_id is not null and t.store_id is not null
    and (t.kind = 'void' or t.reason is not null)
    and t.spent_total > 0 and t.spent_total = r.total
    and r.back_points = t.received_point_regular + t.received_point_limited + r.points_lapsed
    and r.back_paid + r.back_bonus + r.back_cash + r.back_card + coalesce(r.back_later, 0)
      = t.received_paid + t.received_bonus + t.tender_cash + t.tender_card + t.tender_later + r.points_deducted
    and t.received_paid - coalesce(r.issued_paid, 0) <= r.back_paid + coalesce(r.back_later, 0)
    and coalesce(r.issued_paid, 0) <= r.back_cash + r.back_card + coalesce(r.back_later, 0)
    and (r.issued_paid is null or (t.customer_id is not null and t.tender_cash = 0 and t.tender_card = 0
      and r.issued_paid <= t.received_paid))
    and t.received_bonus <= r.back_bonus + coalesce(r.back_later, 0)
    and t.tender_card <= r.back_card + coalesce(r.back_later, 0)
    -- What counts for points, rank and reward is what the customer had paid in money.
    and t.earn_base = t.spent_total - r.back_points - t.tender_later
    and r.points_reclaimed = t.tender_point_regular + t.tender_point_limited + r.points_deducted + t.points_owed
    and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.approved_by is distinct from t.employee_id) is true;
end $$;

-- Who acts on a sale under a snapshot of their own would not see what the lock on it waited for.
create or replace function ledger.refuse_old_snapshot() returns void
language plpgsql stable set search_path = ledger, public, pg_temp as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'a sale is given back or corrected as it stands now, not as an older snapshot shows it'
      using errcode = 'serialization_failure';
  end if;
end $$;

-- A refund says what it does with the movement that it belongs to, in its commit. Its sale is held until then, so that of two
-- at once the second is measured with the first.
create or replace function ledger.refund_written() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  t ledger.movements;
begin
  perform ledger.refuse_old_snapshot();
  perform from ledger.movements s where s.id = new.sale_id for no key update;
  select * into t from ledger.movements m where m.id = new.movement_id and m.xid = pg_current_xact_id();
  if not ledger.refund_adds_up(t, new) then
    raise exception 'refund % does not add up to its movement', new.movement_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Whether no more came back of a sale than it was paid with, way by way, and it was not voided beside.
create or replace function ledger.refunded_as_paid(s ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (s.refunded_total > 0 and s.voided_by is not null
    or s.refunded_total > s.spent_total
    or s.back_points > s.tender_point_regular + s.tender_point_limited
    or s.back_paid > s.tender_balance_paid
    or s.back_bonus > s.tender_balance_bonus
    -- Of a corrected sale the money goes back to where it was found to have come from.
    or s.back_cash > coalesce(s.corrected_cash, s.tender_cash)
    or s.back_card > coalesce(s.corrected_card, s.tender_card)
    or s.back_later > s.tender_later) is not true;
end $$;

-- No more comes back of a sale than it was paid with, way by way, and no more points are taken back than it brought; it is
-- voided or refunded, never both; and the customer and the store of each refund are those of the sale.
create or replace function ledger.refunds_match(p_sale uuid) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  s ledger.transactions;
  r record;
begin
  select * into s from ledger.transactions where id = p_sale;
  if s.kind is distinct from 'payment' then
    raise exception '% is no sale that could be refunded', p_sale using errcode = 'check_violation';
  end if;
  select coalesce(max(x.total) filter (where b.kind = 'void'), s.spent_total) as voided,
    coalesce(max(x.points_reclaimed) filter (where b.kind = 'void'), 0) as reclaimed_by_void,
    bool_and(b.customer_id is not distinct from s.customer_id and b.store_id = s.store_id) as same,
    (array_agg(b.id) filter (where x.movement_id is null))[1] as silent
  into r
  from ledger.movements b left join ledger.refunds x on x.movement_id = b.id
  where b.related_id = p_sale and b.kind in ('refund', 'void');
  if r.silent is not null then
    raise exception 'refund % does not say what it gives back', r.silent using errcode = 'check_violation';
  elsif r.same is not true then
    raise exception 'refunds of % are of somebody else', p_sale using errcode = 'check_violation';
  end if;
  if not ledger.refunded_as_paid(s) or r.voided <> s.spent_total
    or greatest(s.points_reclaimed, r.reclaimed_by_void) > s.received_point_regular + s.received_point_limited
      + coalesce((select d.points from ledger.deferred_sales d where d.sale_id = p_sale), 0) then
    raise exception 'refunds of % do not add up', p_sale using errcode = 'check_violation';
  end if;
end $$;
