-- Housekeeping: what no rule needs any more goes, a few thousand rows at a time. Nothing that was posted, spent or
-- chained is ever among it. Answers how many rows went.
create or replace function ledger.tidy(p_rows int default 5000) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_gone int;
  v_all int := 0;
begin
  -- A key answers its repeats for 24 hours; one more hour covers clocks that disagree.
  delete from ledger.idempotency where ctid in (
    select ctid from ledger.idempotency where created_at < now() - interval '25 hours' limit p_rows);
  get diagnostics v_gone = row_count;
  v_all := v_all + v_gone;
  delete from ledger.pay_codes where ctid in (
    select c.ctid from ledger.pay_codes c
    where c.state in ('live', 'void') and c.expires_at < now() - interval '1 day'
      and not exists (select from ledger.checkouts k where k.pay_code_id = c.id) limit p_rows);
  get diagnostics v_gone = row_count;
  v_all := v_all + v_gone;
  delete from ledger.outbox where ctid in (
    select o.ctid from ledger.outbox o where o.sent_at < now() - interval '31 days' limit p_rows);
  get diagnostics v_gone = row_count;
  v_all := v_all + v_gone;
  delete from rate_limits where ctid in (
    select ctid from rate_limits where window_start < now() - interval '2 days' limit p_rows);
  get diagnostics v_gone = row_count;
  return v_all + v_gone;
end $$;
grant execute on function ledger.tidy to shirogane_app;

-- A register that scanned a code and walked away: its checkout is given up when the claim has lapsed and the code has
-- ended, so that nothing stays open for ever.
create or replace function ledger.close_lapsed_checkouts() returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_count int;
begin
  with lapsed as (
    select k.id from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
    where k.status = 'open' and c.expires_at < ledger.now() and coalesce(c.claimed_until, c.expires_at) < ledger.now()
    -- Codes are locked in one order everywhere; a code that another transaction holds has its turn the next time.
    order by c.id limit 1000 for no key update of c skip locked
  )
  select count(ledger.release_checkout(id, 'cancelled')) into v_count from lapsed;
  return v_count;
end $$;
grant execute on function ledger.close_lapsed_checkouts to shirogane_app;

-- A promise of articles that has ended bears the name of its cart, which may be a customer's, for ninety days. Answers how many
-- lost theirs.
create or replace function ledger.unname_reservations(p_rows int) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_count int;
begin
  update ledger.stock_reservations set label = '' where ctid = any (array(
    select r.ctid from ledger.stock_reservations r
    where r.state <> 'active' and r.label <> '' and r.ended_at < ledger.now() - interval '90 days' limit p_rows));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function ledger.unname_reservations to shirogane_app;
