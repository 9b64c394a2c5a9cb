-- Points and given balance that have ended leave the wallet: regular points twelve months after its last use, lots on
-- their own day. The caller holds the wallets' rows. Where nothing has ended, nothing is posted. Answers how many wallets
-- lost something.
create or replace function ledger.expire_wallets(p_users uuid[], p_transactions uuid[], p_store uuid) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp
-- A batch is small beside the tables, no matter what the planner guesses.
set enable_seqscan = off
as $$
declare
  -- So many are posted at once: the door compares the movements of a statement each with each.
  c_posted constant int := 50;
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_code text;
  v_date date;
  v_ids uuid[];
  v_users uuid[];
  v_regular bigint[];
  v_limited bigint[];
  v_bonus bigint[];
begin
  v_date := ledger.book_date(p_store);
  select code into v_code from stores where id = p_store;
  with posted as (
    insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, tender_point_regular,
      tender_point_limited, tender_balance_bonus, level_before, level_after, balance_paid_after, balance_bonus_after,
      point_regular_after, point_limited_after, opened_at, completed_at)
    select u.transaction_id, ledger.next_number(v_code, v_date), 'expire', w.user_id, p_store, v_date, e.regular, e.limited,
      e.bonus, w.level_index, w.level_index, w.balance_paid, w.balance_bonus - e.bonus, w.point_regular - e.regular,
      w.point_limited - e.limited, v_now, v_now
    from unnest(p_users, p_transactions) u (user_id, transaction_id)
    join ledger.wallets w on w.user_id = u.user_id
    -- Counted once for each wallet, however often it is read.
    cross join lateral (
      select case when w.point_regular_expires_on < v_today then w.point_regular else 0 end as regular,
        case when w.point_limited = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.point_lots l
          where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as limited,
        case when w.balance_bonus = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.bonus_lots l
          where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as bonus
      offset 0
    ) e
    where e.regular + e.limited + e.bonus > 0
    returning id, customer_id, tender_point_regular, tender_point_limited, tender_balance_bonus
  ), notified as (
    insert into ledger.outbox (topic, transaction_id, created_at, available_at)
    select 'transaction', h.id, v_now, v_now from posted h
  )
  select array_agg(h.id), array_agg(h.customer_id), array_agg(h.tender_point_regular), array_agg(h.tender_point_limited),
    array_agg(h.tender_balance_bonus)
  into v_ids, v_users, v_regular, v_limited, v_bonus
  from posted h;
  if v_ids is null then return 0; end if;

  for v_first in 1 .. cardinality(v_ids) by c_posted loop
    insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
    select e.id, row_number() over (partition by e.id order by m.debit), m.code, m.debit, e.user_id, m.credit, p_store,
      m.amount
    from unnest(v_ids[v_first:v_first + c_posted - 1], v_users[v_first:v_first + c_posted - 1],
      v_regular[v_first:v_first + c_posted - 1], v_limited[v_first:v_first + c_posted - 1],
      v_bonus[v_first:v_first + c_posted - 1]) e (id, user_id, regular, limited, bonus)
    cross join lateral (values
      ('expire_points', 'point_regular'::ledger.account, 'points_expired'::ledger.account, e.regular),
      ('expire_points', 'point_limited', 'points_expired', e.limited),
      ('expire_balance', 'balance_bonus', 'bonus_expired', e.bonus)) m (code, debit, credit, amount)
    where m.amount > 0;
  end loop;
  update ledger.point_lots l set remaining = 0
  from unnest(v_users, v_limited) e (user_id, limited)
  where e.limited > 0 and l.user_id = e.user_id and l.remaining > 0 and l.expires_at <= v_now;
  return cardinality(v_ids);
end $$;

-- The same for one wallet, before another movement of it. Answers whether anything had ended.
create or replace function ledger.expire_points(p_user uuid, p_transaction uuid, p_store uuid) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform 1 from ledger.wallets where user_id = p_user for update;
  return ledger.expire_wallets(array[p_user], array[p_transaction], p_store) > 0;
end $$;

-- The nightly round, a batch at a time in the order of the wallets: looks at so many wallets behind the given one.
-- Answers the last one looked at, or null when there are no more, and how many lost something. It may run twice, on two
-- machines and at any hour: what has left is not there a second time.
create or replace function ledger.expire_due(p_after uuid, p_wallets int, out last uuid, out expired int)
returns record
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_due uuid[];
begin
  -- Lots are asked for with a limit and not with exists, which a planner may answer by reading all that have ended.
  select array_agg(w.user_id order by w.user_id) filter (where w.ended), max(w.user_id::text)::uuid into v_due, last
  from (
    select q.user_id, (q.point_regular > 0 and q.point_regular_expires_on < v_today)
        or (q.point_limited > 0 and (select 1 from ledger.point_lots l
          where l.user_id = q.user_id and l.remaining > 0 and l.expires_at <= v_now limit 1) is not null)
        or (q.balance_bonus > 0 and (select 1 from ledger.bonus_lots l
          where l.user_id = q.user_id and l.remaining > 0 and l.expires_at <= v_now limit 1) is not null)
        as ended
    from ledger.wallets q where p_after is null or q.user_id > p_after order by q.user_id limit p_wallets
  ) w;
  expired := 0;
  if v_due is null then return; end if;
  -- The day before any wallet: a close that waits would stand between the two otherwise.
  perform ledger.book_date(ledger.home_store());
  perform 1
  from (select d.user_id from unnest(v_due) d (user_id) order by 1) x
  join lateral (select 1 from ledger.wallets q where q.user_id = x.user_id for no key update) l on true;
  expired := ledger.expire_wallets(v_due, (select array_agg(ledger.new_id()) from unnest(v_due)), ledger.home_store());
end $$;
grant execute on function ledger.expire_due to shirogane_app;
