-- Points and given balance that have ended leave the wallet: regular points twelve months after its last use, lots on
-- their own day. The caller holds the wallets' rows. Where nothing has ended, nothing is posted. Answers how many wallets
-- lost something.
create or replace function ledger.expire_wallets(p_users uuid[], p_transactions uuid[], p_store uuid) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp
-- A batch is small beside the tables, whatever the planner guesses.
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_code text;
  v_date date;
  v_ended ledger.transactions[];
begin
  v_date := ledger.book_date(p_store);
  select code into v_code from stores where id = p_store;
  select array_agg(jsonb_populate_record(null::ledger.transactions, jsonb_build_object('id', e.transaction_id,
    'customer_id', e.user_id, 'level_before', e.level_index, 'tender_point_regular', e.regular,
    'tender_point_limited', e.limited, 'tender_balance_bonus', e.bonus, 'balance_paid_after', e.balance_paid,
    'balance_bonus_after', e.balance_bonus - e.bonus, 'point_regular_after', e.point_regular - e.regular,
    'point_limited_after', e.point_limited - e.limited)) order by e.user_id)
  into v_ended
  from (
    select u.transaction_id, w.*,
      case when w.point_regular_expires_on < v_today then w.point_regular else 0 end as regular,
      case when w.point_limited = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.point_lots l
        where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as limited,
      case when w.balance_bonus = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.bonus_lots l
        where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as bonus
    from unnest(p_users, p_transactions) u (user_id, transaction_id)
    join ledger.wallets w on w.user_id = u.user_id
  ) e
  where e.regular + e.limited + e.bonus > 0;
  if v_ended is null then return 0; end if;

  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, tender_point_regular,
    tender_point_limited, tender_balance_bonus, level_before, level_after, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, opened_at, completed_at)
  select e.id, ledger.next_number(v_code, v_date), 'expire', e.customer_id, p_store, v_date, e.tender_point_regular,
    e.tender_point_limited, e.tender_balance_bonus, e.level_before, e.level_before, e.balance_paid_after,
    e.balance_bonus_after, e.point_regular_after, e.point_limited_after, v_now, v_now
  from unnest(v_ended) e;
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select e.id, row_number() over (partition by e.id order by m.debit), m.code, m.debit, e.customer_id, m.credit, p_store,
    m.amount
  from unnest(v_ended) e cross join lateral (values
    ('expire_points', 'point_regular'::ledger.account, 'points_expired'::ledger.account, e.tender_point_regular),
    ('expire_points', 'point_limited', 'points_expired', e.tender_point_limited),
    ('expire_balance', 'balance_bonus', 'bonus_expired', e.tender_balance_bonus)) m (code, debit, credit, amount)
  where m.amount > 0;
  update ledger.point_lots l set remaining = 0
  from unnest(v_ended) e
  where e.tender_point_limited > 0 and l.user_id = e.customer_id and l.remaining > 0 and l.expires_at <= v_now;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  select 'transaction', e.id, v_now, v_now from unnest(v_ended) e;
  return cardinality(v_ended);
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
  select array_agg(w.user_id order by w.user_id) filter (where w.ended), max(w.user_id::text)::uuid into v_due, last
  from (
    select q.user_id, (q.point_regular > 0 and q.point_regular_expires_on < v_today)
        or (q.point_limited > 0 and exists (
          select from ledger.point_lots l where l.user_id = q.user_id and l.remaining > 0 and l.expires_at <= v_now))
        or (q.balance_bonus > 0 and exists (
          select from ledger.bonus_lots l where l.user_id = q.user_id and l.remaining > 0 and l.expires_at <= v_now))
        as ended
    from ledger.wallets q where p_after is null or q.user_id > p_after order by q.user_id limit p_wallets
  ) w;
  expired := 0;
  if v_due is null then return; end if;
  perform 1
  from (select d.user_id from unnest(v_due) d (user_id) order by 1) x
  join lateral (select 1 from ledger.wallets q where q.user_id = x.user_id for no key update) l on true;
  expired := ledger.expire_wallets(v_due, (select array_agg(gen_random_uuid()) from unnest(v_due)), ledger.home_store());
end $$;
