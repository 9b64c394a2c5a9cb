-- Rewards for inviting: confirmed once nothing of their sale can come back any more, claimed as paid balance or for a payout,
-- and taken back with what comes back of the sale. What was claimed by then is taken from what can still be paid out, and
-- the rest is carried forward: it is kept back from the rewards that follow.

drop function if exists ledger.claim_reward(uuid, uuid, uuid, text, text, bytea);

-- Takes so much back of a sale's rewards: what is pending first. The caller holds the shop's day, the sale and, where
-- something is confirmed, the wallet of the inviter.
create or replace function ledger.take_back_reward(p_sale uuid, p_amount bigint, p_employee uuid, p_message jsonb)
returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_left bigint := p_amount;
  v_part bigint;
  v_pending bigint := 0;
  v_confirmed bigint := 0;
  v_returned bigint := 0;
  v_claimed bigint;
  v_pending_moves jsonb := '[]';
  v_confirmed_moves jsonb := '[]';
  v_id uuid;
  w ledger.wallets;
  v_store uuid := (select t.store_id from ledger.transactions t where t.id = p_sale);
  r record;
begin
  for r in
    select * from ledger.rewards x where x.sale_id = p_sale and x.reversed < x.amount
    order by x.confirmation_id is not null, x.earned_at desc, x.transaction_id for no key update
  loop
    v_part := least(v_left, r.amount - r.reversed);
    continue when v_part = 0;
    v_left := v_left - v_part;
    if r.confirmation_id is null then
      v_pending := v_pending + v_part;
      v_pending_moves := v_pending_moves || jsonb_build_object('reward', r.transaction_id, 'reversed', v_part, 'returned', 0);
    else
      if w.user_id is null then
        select * into w from ledger.wallets where user_id = r.affiliator_id for no key update;
      end if;
      -- Of what was claimed, as much as can still be paid out comes from there.
      v_claimed := least(v_part - least(v_part, greatest(r.unclaimed, 0)), r.claimed - r.returned, w.reward - v_returned);
      v_confirmed := v_confirmed + v_part - v_claimed;
      v_returned := v_returned + v_claimed;
      v_confirmed_moves := v_confirmed_moves
        || jsonb_build_object('reward', r.transaction_id, 'reversed', v_part, 'returned', v_claimed);
    end if;
  end loop;
  if v_left > 0 then
    raise exception 'the rewards of % are less than % more', p_sale, v_left using errcode = 'check_violation';
  end if;

  perform ledger.book_date(v_store);
  if v_pending > 0 then
    v_id := ledger.new_id();
    perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'reward', 'reward_step', 'reverse',
      'store_id', v_store, 'employee_id', p_employee, 'related_id', p_sale, 'message', p_message, 'topic', 'books',
      'transfers', jsonb_build_array(
        ledger.transfer('reverse_reward', 'reward_pending', 'reward_expense', v_pending))));
    insert into ledger.reward_moves (transaction_id, reward_id, reversed)
    select v_id, m.reward, m.reversed from jsonb_to_recordset(v_pending_moves) m (reward uuid, reversed bigint);
  end if;
  if v_confirmed + v_returned > 0 then
    v_id := ledger.new_id();
    perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'reward', 'reward_step', 'reverse',
      'customer_id', w.user_id, 'store_id', v_store, 'employee_id', p_employee, 'related_id', p_sale, 'message', p_message,
      'numbered_by', ledger.home_store(), 'transfers', jsonb_build_array(
        ledger.transfer('reverse_reward', 'reward_confirmed', 'reward_expense', v_confirmed),
        ledger.transfer('reverse_reward', 'reward', 'reward_expense', v_returned))));
    insert into ledger.reward_moves (transaction_id, reward_id, reversed, returned)
    select v_id, m.reward, m.reversed, m.returned
    from jsonb_to_recordset(v_confirmed_moves) m (reward uuid, reversed bigint, returned bigint);
  end if;
end $$;

-- Adds to the rewards of a sale what the collection of so much of its deferred part brings: what all that is paid now earns
-- beyond what was earned before, as far as the day of the collection has room. What an earlier day had no room for does
-- not come back by it. The caller holds the shop's day and the customer's wallet, and has posted its own movement.
create or replace function ledger.follow_reward(p_sale uuid, p_collected bigint) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_terms record;
  s ledger.transactions;
  a ledger.rewards;
  v_inviter uuid;
  v_base bigint;
  v_kept bigint;
  v_due bigint;
  v_part bigint;
  v_rate int;
  v_min bigint;
  v_id uuid;
begin
  select * into s from ledger.transactions where id = p_sale;
  select inviter_id into v_inviter from ledger.wallets where user_id = s.customer_id;
  perform ledger.hold_inviters(array[v_inviter]);
  -- The invitation counts on the day of the sale; who may not be paid any more earns nothing by its collection.
  select * into v_terms from ledger.reward_terms();
  perform from ledger.invitation_earns(s.customer_id, v_inviter, s.employee_id, s.store_id, s.completed_at,
    v_terms.lasts);
  if not found or v_terms.rate_bp <= 0 or s.voided_by is not null then return; end if;
  select * into a from ledger.rewards where sale_id = p_sale order by earned_at, transaction_id limit 1;
  v_rate := coalesce(a.rate_bp, v_terms.rate_bp);
  v_min := coalesce(a.base_min, v_terms.base_min);
  v_base := s.earn_base + (select d.collected from ledger.deferred_sales d where d.sale_id = p_sale)
    - coalesce((select sum(b.earn_base) from ledger.transactions b where b.related_id = p_sale and b.kind = 'refund'), 0);
  v_due := ledger.reward_of(v_base, v_rate, v_min);
  select coalesce(sum(r.amount - r.reversed), 0) into v_kept from ledger.rewards r where r.sale_id = p_sale;
  v_due := least(v_due - v_kept, v_due - ledger.reward_of(v_base - p_collected, v_rate, v_min));
  v_part := least(v_due, v_terms.day_max - ledger.rewards_of_day(v_inviter, v_now));
  if v_part <= 0 then return; end if;

  v_id := ledger.new_id();
  perform ledger.book_date(s.store_id);
  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'reward', 'reward_step', 'accrue',
    'store_id', s.store_id, 'related_id', p_sale, 'topic', 'books', 'transfers', jsonb_build_array(
      ledger.transfer('accrue_reward', 'reward_expense', 'reward_pending', v_part))));
  insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min,
    amount, cut, day_max, earned_at, sold_on)
  values (v_id, p_sale, s.customer_id, v_inviter, s.store_id, v_base, v_rate, v_min, v_part, v_due - v_part, v_terms.day_max, v_now,
    (s.completed_at at time zone 'Asia/Tokyo')::date);
end $$;

-- The rewards that wait to be settled now: those of sales that can no longer be returned, unless head office is looking
-- into the invitation or the inviter is stopped; and what has to go back, because the invitation turned out to be void.
create or replace function ledger.due_rewards(p_max int) returns setof uuid
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  (select r.transaction_id from ledger.rewards r
  join users u on u.id = r.affiliator_id
  left join affiliates a on a.user_id = r.customer_id
  where r.pending > 0
    and r.sold_on < (ledger.now() at time zone 'Asia/Tokyo')::date - ledger.whole_setting('refund.window_days')::int
    and (u.suspended_at is null or u.closed_at is not null) and a.standing is distinct from 'held'
  order by r.sold_on, r.transaction_id limit p_max)
  union
  (select r.transaction_id from affiliates a
  join ledger.rewards r on r.customer_id = a.user_id and r.reversed < r.amount
  where a.standing = 'void' limit p_max);
$$;
grant execute on function ledger.due_rewards to shirogane_app;

-- Settles one of them: confirmed, or back where it came from. Answers whether anything moved.
create or replace function ledger.record_reward_paid(p_reward uuid, p_transaction uuid) returns boolean
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  r ledger.rewards;
  u users;
  v_standing text;
begin
  select * into r from ledger.rewards where transaction_id = p_reward;
  perform ledger.book_date(r.store_id);
  -- The sale before the wallet, as its refunds have it: either comes first, and the other sees what it did.
  perform 1 from ledger.transactions where id = r.sale_id for no key update;
  perform from ledger.wallets where user_id = r.affiliator_id for no key update;
  select * into r from ledger.rewards where transaction_id = p_reward for no key update;
  select * into u from users where id = r.affiliator_id;
  select standing into v_standing from affiliates where user_id = r.customer_id;
  if v_standing = 'void' then
    if r.reversed = r.amount then return false; end if;
    perform ledger.take_back_reward(r.sale_id, (select sum(x.amount - x.reversed)::bigint from ledger.rewards x
      where x.sale_id = r.sale_id), null, '{"code": "reward_taken_back"}');
    return true;
  end if;
  if r.pending = 0 or r.sold_on >= v_today - ledger.whole_setting('refund.window_days')::int or v_standing = 'held' then
    return false;
  end if;
  if u.closed_at is not null then
    perform ledger.take_back_reward(r.sale_id, (select sum(x.pending)::bigint from ledger.rewards x where x.sale_id = r.sale_id),
      null, '{"code": "reward_forfeited"}');
    return true;
  elsif u.suspended_at is not null then
    return false;
  end if;

  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'reward', 'reward_step', 'confirm',
    'customer_id', r.affiliator_id, 'store_id', r.store_id, 'related_id', p_reward, 'numbered_by', ledger.home_store(),
    'message', jsonb_build_object('code', 'reward_confirmed'), 'transfers', jsonb_build_array(
      ledger.transfer('confirm_reward', 'reward_pending', 'reward_confirmed', r.pending))));
  update ledger.rewards set confirmation_id = p_transaction, confirmed_at = v_now where transaction_id = p_reward;
  return true;
end $$;
grant execute on function ledger.record_reward_paid to shirogane_app;

-- Claims what is confirmed: of one invited member, or of all where `p_affiliate` is null. Into paid balance, because a
-- debt of the brand is set off against it; or into what can be paid out. Answers the movement, or why there is none.
-- What has to be carried forward from an earlier claim is kept back first.
create function ledger.claim_reward(
  p_transaction uuid, p_user uuid, p_affiliate uuid, p_method text, p_key text, p_request_hash bytea,
  out transaction uuid, out code text, out n bigint, out replayed boolean
) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_balance_max bigint := ledger.limit_setting('balance_max');
  d record;
  w ledger.wallets;
  v_amount bigint;
begin
  replayed := false;
  perform ledger.book_date(ledger.home_store());
  -- Claimed twice without a key, the second claim finds nothing.
  if p_key is not null then
    d := ledger.take_key(p_user, 'reward', p_key, p_request_hash, p_transaction);
    if d.answered then
      select d.act, d.code, d.n, d.replayed into transaction, code, n, replayed;
      return;
    end if;
  end if;

  select * into w from ledger.wallets where user_id = p_user for no key update;
  select least(coalesce(sum(r.unclaimed), 0), w.reward_confirmed) into v_amount
  from ledger.rewards r
  where r.affiliator_id = p_user and r.unclaimed <> 0 and (p_affiliate is null or r.customer_id = p_affiliate);
  if exists (select from users u where u.id = p_user and (u.suspended_at is not null or u.closed_at is not null)) then
    code := 'AUTH_SUSPENDED';
  elsif ledger.payouts_are_stopped(p_user) then
    code := 'PAYOUT_STOPPED';
  -- Into balance it stays with the brand.
  elsif p_method = 'bank' and ledger.payouts_are_frozen() then
    code := 'PAYOUT_FROZEN';
  elsif w.reward_confirmed < 0 then
    code := 'REWARD_CARRIED';
    n := -w.reward_confirmed;
  elsif v_amount <= 0 then
    code := 'REWARD_NONE';
  elsif p_method = 'wallet'
    and w.balance_paid + w.balance_bonus + ledger.pending_card_charges(p_user) + v_amount > v_balance_max then
    code := 'REWARD_BALANCE_LIMIT';
    n := v_balance_max;
  end if;
  if code is not null then
    perform ledger.refuse_key(p_user, 'reward', p_key, code, n);
    return;
  end if;

  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'reward', 'reward_step', 'claim',
    'customer_id', p_user, 'store_id', ledger.home_store(), 'message', jsonb_build_object('code',
      case p_method when 'wallet' then 'reward_to_balance' else 'reward_to_bank' end),
    'transfers', jsonb_build_array(ledger.transfer('claim_reward', 'reward_confirmed',
      case p_method when 'wallet' then 'balance_paid'::ledger.account else 'reward' end, v_amount))));
  -- The oldest first, as far as it goes.
  insert into ledger.reward_moves (transaction_id, reward_id, claimed)
  select p_transaction, q.transaction_id, q.part
  from (
    select r.transaction_id, least(r.unclaimed, v_amount - coalesce(sum(r.unclaimed) over (
      order by r.earned_at, r.transaction_id rows between unbounded preceding and 1 preceding), 0)) as part
    from ledger.rewards r
    where r.affiliator_id = p_user and r.unclaimed > 0 and (p_affiliate is null or r.customer_id = p_affiliate)
  ) q
  where q.part > 0;
  transaction := p_transaction;
end $$;
grant execute on function ledger.claim_reward to shirogane_app;
