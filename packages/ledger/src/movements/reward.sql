-- Rewards for inviting: confirmed once nothing of their sale can come back any more, claimed as paid balance or for a payout,
-- and taken back with what comes back of the sale. What was claimed by then is taken from what can still be paid out, and
-- the rest is carried forward: it is kept back from the rewards that follow.

-- The rewards of a sale as rules take from them: what is pending first, of both kinds the newest first (`SaleRewards` of
-- packages/domain).
create or replace function ledger.sale_rewards(p_sale uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'rewards', coalesce(jsonb_agg(jsonb_build_object('id', r.transaction_id, 'left', r.amount - r.reversed,
      'is_confirmed', r.confirmation_id is not null, 'unclaimed', r.unclaimed, 'claimed', r.claimed,
      'returned', r.returned) order by r.confirmation_id is not null, r.earned_at desc, r.transaction_id), '[]'),
    'inviter_id', max(r.affiliator_id::text),
    'payable', (select w.reward from ledger.wallets w where w.user_id = max(r.affiliator_id::text)::uuid))
  from ledger.rewards r where r.sale_id = p_sale;
$$;

-- The invitation by which a customer came, as `followCollection` of packages/domain reads it: what it has earned of the
-- sales that are still owed. The caller holds the wallet `w` of the customer and the days of those shops.
create or replace function ledger.invitation_facts(w ledger.wallets) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if w.inviter_id is null then return null; end if;
  perform ledger.hold_inviters(array[w.inviter_id]);
  return (
    select jsonb_build_object('inviter_id', w.inviter_id, 'customer_id', w.user_id, 'rate_bp', t.rate_bp,
      'base_min', t.base_min, 'day_max', t.day_max, 'earned_today', ledger.rewards_of_day(w.inviter_id, ledger.now()),
      'sales', (
        select coalesce(jsonb_object_agg(s.id, jsonb_build_object(
          'is_voided', s.voided_by is not null, 'at_sale', i.facts,
          'store_id', s.store_id, 'sold_on', (s.completed_at at time zone 'Asia/Tokyo')::date, 'earn_base', s.earn_base,
          'collected', d.collected,
          'returned_base', (
            select coalesce(sum(b.earn_base), 0) from ledger.movements b where b.related_id = s.id and b.kind = 'refund'),
          'kept', (select coalesce(sum(r.amount - r.reversed), 0) from ledger.rewards r where r.sale_id = s.id),
          'terms', (
            select jsonb_build_object('rate_bp', r.rate_bp, 'base_min', r.base_min)
            from ledger.rewards r where r.sale_id = s.id order by r.earned_at, r.transaction_id limit 1))), '{}')
        from ledger.deferred_sales d join ledger.transactions s on s.id = d.sale_id
        cross join lateral ledger.invitation_at(s.customer_id, w.inviter_id, s.employee_id, s.store_id, s.completed_at,
          t.days) i
        where d.customer_id = w.user_id and d.outstanding > 0))
    from ledger.reward_terms() t);
end $$;

-- By what it is decided which sales may still come back (`ReturnWindow` of packages/domain).
create or replace function ledger.return_window() returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object('today', (ledger.now() at time zone 'Asia/Tokyo')::date,
    'window_days', ledger.whole_setting('refund.window_days'));
$$;
grant execute on function ledger.return_window to shirogane_app;

-- What `isRewardDue` of packages/domain decides by.
create or replace function ledger.open_reward(r ledger.rewards) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object('sold_on', r.sold_on, 'pending', r.pending, 'left', r.amount - r.reversed,
    'standing', (select a.standing from affiliates a where a.user_id = r.customer_id),
    'has_left', u.closed_at is not null, 'is_suspended', u.suspended_at is not null)
  from users u where u.id = r.affiliator_id;
$$;

-- So many rewards that are not confirmed, of sales before a day, with the customers of their sales: in the order of their
-- sales, behind the one of that day and that id.
create or replace function ledger.pending_rewards(p_sold_before date, p_after_on date, p_after uuid, p_max int)
returns table (id uuid, customer_id uuid, facts jsonb)
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select r.transaction_id, r.customer_id, ledger.open_reward(r)
  from ledger.rewards r
  where r.pending > 0 and r.sold_on < p_sold_before
    and (r.sold_on, r.transaction_id) > (coalesce(p_after_on, '-infinity'),
      coalesce(p_after, '00000000-0000-0000-0000-000000000000'))
  order by r.sold_on, r.transaction_id limit p_max;
$$;
grant execute on function ledger.pending_rewards to shirogane_app;

-- So many rewards of invitations that turned out to be void, which may be confirmed, that something is left of.
create or replace function ledger.void_rewards(p_max int) returns table (id uuid, customer_id uuid, facts jsonb)
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select r.transaction_id, r.customer_id, ledger.open_reward(r)
  from affiliates a join ledger.rewards r on r.customer_id = a.user_id and r.reversed < r.amount
  where a.standing = 'void' limit p_max;
$$;
grant execute on function ledger.void_rewards to shirogane_app;

-- Locks a reward whose time has come until the commit, and answers the facts by which `payReward` of packages/domain
-- settles it. `p` names reward_id.
create or replace function ledger.hold_pay_reward(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  r ledger.rewards;
begin
  select * into r from ledger.rewards where transaction_id = (p ->> 'reward_id')::uuid;
  perform ledger.book_date(r.store_id);
  -- The sale before the wallet, as its refunds have it: either comes first, and the other sees what it did.
  perform 1 from ledger.movements where id = r.sale_id for no key update;
  perform 1 from ledger.wallets where user_id = r.affiliator_id for no key update;
  perform 1 from ledger.rewards x where x.sale_id = r.sale_id order by x.transaction_id for no key update;
  return ledger.sale_rewards(r.sale_id) || ledger.return_window() || (
    select ledger.open_reward(n) || jsonb_build_object('held', ledger.held_by(p),
      'reward', jsonb_build_object('id', n.transaction_id, 'sale_id', n.sale_id, 'store_id', n.store_id),
      'home_store', ledger.home_store())
    from ledger.rewards n where n.transaction_id = r.transaction_id);
end $$;
grant execute on function ledger.hold_pay_reward to shirogane_app;

-- Posts what was decided of it. Answers how many movements that were.
create or replace function ledger.pay_reward(p jsonb, x jsonb, out moved int) returns int
language plpgsql security definer
set search_path = ledger, public, pg_temp
as $$
begin
  perform ledger.check_held(p, x);
  if exists (
    select from jsonb_to_recordset(x -> 'movements') m (related_id uuid)
    where not exists (
      select from ledger.rewards r
      where r.transaction_id = (p ->> 'reward_id')::uuid and m.related_id in (r.transaction_id, r.sale_id))) then
    raise exception 'a movement is none of the reward %', p ->> 'reward_id' using errcode = 'check_violation';
  end if;
  perform ledger.post_decided(x -> 'movements', '{reward}');
  moved := jsonb_array_length(x -> 'movements');
end $$;
grant execute on function ledger.pay_reward to shirogane_app;

-- Locks what a claim touches until the commit, and answers the facts that `claimRewards` of packages/domain decides by;
-- null where its key has its answer. `p` asks: actor_id, route, key and request_hash (both null for an act that finds
-- nothing the second time), transaction_id, affiliate_id (of one invited member; null for all), method.
create or replace function ledger.hold_claim_reward(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_user uuid := (p ->> 'actor_id')::uuid;
  v_affiliate uuid := (p ->> 'affiliate_id')::uuid;
begin
  perform ledger.book_date(ledger.home_store());
  if p ->> 'key' is not null
    and not ledger.hold_key(v_user, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then
    return null;
  end if;
  perform 1 from ledger.wallets where user_id = v_user for no key update;
  return (
    select jsonb_build_object('held', ledger.held_by(p),
      'is_stopped', u.suspended_at is not null or u.closed_at is not null,
      'are_stopped', ledger.payouts_are_stopped(v_user), 'are_frozen', ledger.payouts_are_frozen(),
      'reward_confirmed', w.reward_confirmed, 'balance', w.balance_paid + w.balance_bonus,
      'pending', ledger.pending_card_charges(v_user), 'balance_max', ledger.limit_setting('balance_max'),
      'rewards', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.transaction_id, 'unclaimed', r.unclaimed)
          order by r.earned_at, r.transaction_id), '[]')
        from ledger.rewards r
        where r.affiliator_id = v_user and r.unclaimed <> 0 and (v_affiliate is null or r.customer_id = v_affiliate)),
      'home_store', ledger.home_store())
    from ledger.wallets w join users u on u.id = w.user_id where w.user_id = v_user);
end $$;
grant execute on function ledger.hold_claim_reward to shirogane_app;
