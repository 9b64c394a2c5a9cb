-- Points and given balance that have ended leave the wallet: regular points twelve months after its last use, lots on
-- their own day. The caller holds the wallets' rows. Where nothing has ended, nothing is posted. Answers how many wallets
-- lost something.
create or replace function ledger.expire_wallets(p_users uuid[], p_transactions uuid[], p_store uuid) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp
-- A batch is small beside the tables, no matter what the planner guesses.
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_movements jsonb;
begin
  perform ledger.book_date(p_store);
  -- What has ended, counted once for each wallet, however often it is read.
  -- When something ends is decided where it is brought. It is compared with the ledger's own clock, so that nothing goes
  -- before its end, no matter what called.
  select jsonb_agg(jsonb_build_object('id', u.transaction_id, 'kind', 'expire', 'customer_id', w.user_id,
    'store_id', p_store, 'transfers', jsonb_build_array(
      ledger.transfer('expire_points', 'point_regular', 'points_expired', e.regular),
      ledger.transfer('expire_points', 'point_limited', 'points_expired', e.limited),
      ledger.transfer('expire_balance', 'balance_bonus', 'bonus_expired', e.bonus))) order by u.ord)
  into v_movements
  from unnest(p_users, p_transactions) with ordinality u (user_id, transaction_id, ord)
  join ledger.wallets w on w.user_id = u.user_id
  cross join lateral (
    select case when w.point_regular_expires_on < v_today then w.point_regular else 0 end as regular,
      case when w.point_limited = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.point_lots l
        where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as limited,
      case when w.balance_bonus = 0 then 0 else (select coalesce(sum(l.remaining), 0) from ledger.bonus_lots l
        where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now) end as bonus
    offset 0
  ) e
  where e.regular + e.limited + e.bonus > 0;
  -- What ends first leaves first, so the lots that have ended are those that the points leave.
  if v_movements is null then return 0; end if;
  perform ledger.post_movements(v_movements);
  return jsonb_array_length(v_movements);
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
    from ledger.wallets q where q.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    order by q.user_id limit p_wallets
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
