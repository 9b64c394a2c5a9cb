-- The book of prepaid value: what was issued, used, brought back, ended, cancelled and repaid, by day of Tokyo and by bucket.
-- Every movement of balance is in exactly one column, so that the columns always come to what all customers hold.

-- The movements between two database transactions, summed.
create or replace function ledger.prepaid_sums(p_from xid8, p_until xid8) returns table (
  on_date date, bucket text, issued bigint, cancelled bigint, used bigint, returned bigint, expired bigint, repaid bigint
)
language sql stable security definer set search_path = ledger, public, pg_temp
-- Always by the index of database transactions: what is new is little beside what is there.
set enable_seqscan = off
as $$
  select t.on_date, b.bucket,
    -- Balance in place of the cash of a refund is issued like any other that is paid for.
    coalesce(sum(case when t.kind in ('refund', 'void') then b.issued else b.received end), 0)::bigint,
    -- A charge that is taken back is cancelled: the law's repayment is another thing.
    coalesce(sum(b.given) filter (where t.kind in ('refund', 'void') or t.kind = 'adjustment' and t.relates), 0)::bigint,
    coalesce(sum(b.given) filter (where t.kind in ('payment', 'later_payment')), 0)::bigint,
    coalesce(sum(b.received - b.issued) filter (where t.kind in ('refund', 'void')), 0)::bigint,
    coalesce(sum(b.given) filter (where t.kind = 'expire'), 0)::bigint,
    coalesce(sum(b.given) filter (where t.kind not in ('refund', 'void', 'payment', 'later_payment', 'expire')
      and (t.kind <> 'adjustment' or not t.relates)), 0)::bigint
  from (
    -- What falls into one column is added up first: one sum for many payments, and not every column for each.
    select (h.completed_at at time zone 'Asia/Tokyo')::date as on_date, h.kind, h.related_id is not null as relates,
      sum(h.received_paid) as received_paid, sum(h.tender_balance_paid) as given_paid, sum(r.issued_paid) as issued_paid,
      sum(h.received_bonus) as received_bonus, sum(h.tender_balance_bonus) as given_bonus
    from ledger.movements h left join ledger.refunds r on r.movement_id = h.id
    where h.xid >= p_from and h.xid < p_until
      and h.received_paid + h.tender_balance_paid + h.received_bonus + h.tender_balance_bonus > 0
    group by 1, 2, 3
  ) t
  cross join lateral (values
    ('paid', t.received_paid, t.given_paid, coalesce(t.issued_paid, 0)),
    ('bonus', t.received_bonus, t.given_bonus, 0)) b (bucket, received, given, issued)
  where b.received + b.given > 0
  group by 1, 2;
$$;

-- Takes into the book what was committed since: each movement once, never one that an open transaction could still come
-- before. One at a time; the others find the lock taken and leave. Answers whether there is more.
create or replace function ledger.roll_prepaid(p_movements int default 100000) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_from xid8;
  v_until xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_cut xid8;
begin
  if not pg_try_advisory_xact_lock(hashtext('ledger.roll_prepaid')) then return false; end if;
  select until_xid into v_from from ledger.prepaid_state;
  if v_from >= v_until then return false; end if;
  -- A part at a time, so that the book of a long history is filled without one long statement.
  select t.xid into v_cut from ledger.movements t where t.xid >= v_from and t.xid < v_until
  order by t.xid offset p_movements limit 1;
  v_until := coalesce(v_cut, v_until);
  insert into ledger.prepaid_days as d (on_date, bucket, issued, cancelled, used, returned, expired, repaid)
  select s.* from ledger.prepaid_sums(v_from, v_until) s
  on conflict (on_date, bucket) do update set issued = d.issued + excluded.issued,
    cancelled = d.cancelled + excluded.cancelled, used = d.used + excluded.used, returned = d.returned + excluded.returned,
    expired = d.expired + excluded.expired, repaid = d.repaid + excluded.repaid;
  update ledger.prepaid_state set until_xid = v_until;
  return v_cut is not null;
end $$;
grant execute on function ledger.roll_prepaid to shirogane_app;

-- The book between two days, both of them in it: one row for each day on which something moved, in each bucket, with what was
-- outstanding before and after. What was committed a moment ago is in it too.
create or replace function ledger.prepaid_book(p_from date, p_until date) returns table (
  on_date date, bucket text, opening bigint, issued bigint, cancelled bigint, used bigint, returned bigint, expired bigint,
  repaid bigint, closing bigint
)
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
declare
  v_state xid8 := (select until_xid from ledger.prepaid_state);
begin
  return query
  with days as (
    select d.on_date, d.bucket, d.issued, d.cancelled, d.used, d.returned, d.expired, d.repaid from ledger.prepaid_days d
    where d.on_date <= p_until
    union all
    select s.* from ledger.prepaid_sums(v_state, '18446744073709551615'::xid8) s where s.on_date <= p_until
  ), summed as (
    select d.on_date, d.bucket, sum(d.issued)::bigint as issued, sum(d.cancelled)::bigint as cancelled,
      sum(d.used)::bigint as used, sum(d.returned)::bigint as returned, sum(d.expired)::bigint as expired,
      sum(d.repaid)::bigint as repaid
    from days d group by 1, 2
  ), running as (
    select s.*, sum(s.issued - s.cancelled - s.used + s.returned - s.expired - s.repaid)
      over (partition by s.bucket order by s.on_date)::bigint as closing
    from summed s
  )
  select r.on_date, r.bucket, r.closing - (r.issued - r.cancelled - r.used + r.returned - r.expired - r.repaid),
    r.issued, r.cancelled, r.used, r.returned, r.expired, r.repaid, r.closing
  from running r where r.on_date >= p_from order by r.on_date, r.bucket desc;
end $$;
grant execute on function ledger.prepaid_book to shirogane_app;

-- What was unused at the end of a day.
create or replace function ledger.prepaid_unused(p_on date, out paid bigint, out bonus bigint) returns record
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(b.change) filter (where b.bucket = 'paid'), 0)::bigint,
    coalesce(sum(b.change) filter (where b.bucket = 'bonus'), 0)::bigint
  from (
    select x.bucket, x.issued - x.cancelled - x.used + x.returned - x.expired - x.repaid as change
    from ledger.prepaid_book('-infinity', p_on) x
  ) b;
$$;
grant execute on function ledger.prepaid_unused to shirogane_app;

drop function if exists ledger.cashout_quota(date);

-- What may be paid back in money in the half-year of a day, without a reason of the holder's: in all no more than the
-- larger of 20 percent of what the half-year before issued and 5 percent of what was unused at its end (Payment
-- Services Act, article 20; its order on prepaid means, article 42). Half-years begin in April and October. Of what was
-- issued, what was taken back is none, and given balance never counts: it is not paid back at all. All that was paid back
-- fills the quota, for every reason. `quotaOf` of packages/domain decides by it; `most` is what the trigger and the audit
-- hold it against, no matter what wrote.
create function ledger.cashout_quota(
  p_on date, out period_from date, out issued bigint, out unused bigint, out repaid bigint, out most bigint
) returns record
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
begin
  period_from := case when extract(month from p_on) between 4 and 9 then make_date(extract(year from p_on)::int, 4, 1)
    else make_date(extract(year from p_on - interval '3 months')::int, 10, 1) end;
  select greatest(0, coalesce(sum(b.issued - b.cancelled), 0)) into issued
  from ledger.prepaid_book((period_from - interval '6 months')::date, period_from - 1) b where b.bucket = 'paid';
  select u.paid into unused from ledger.prepaid_unused(period_from - 1) u;
  select coalesce(sum(b.repaid), 0) into repaid from ledger.prepaid_book(period_from, p_on) b where b.bucket = 'paid';
  most := greatest(issued * 20 / 100, unused * 5 / 100);
end $$;
grant execute on function ledger.cashout_quota to shirogane_app;
