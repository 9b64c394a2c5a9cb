-- Rewards for inviting: what a sale earns the inviter of its customer, and what keeps each reward in step with the
-- movements that touch it. A reward is its sale's: the part of the sale that goes back takes its part of the reward
-- along.

-- A member who came by an invitation carries the id of their inviter beside their balances, so that a payment reads
-- nothing more to know of it.
create or replace function ledger.invitation_noted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then update ledger.wallets set inviter_id = null where user_id = old.user_id; end if;
  if tg_op <> 'DELETE' then
    update ledger.wallets set inviter_id = new.affiliator_id where user_id = new.user_id;
  end if;
  return null;
end $$;

-- What the brand says of rewards: the rate, the yen below which a sale earns nothing, how long an invitation earns, and
-- what an inviter earns in a day at most. This, `invitation_at` and `earned_on` have the rights and the plan of
-- their callers, because they become a part of what those ask.
create or replace function ledger.reward_terms() returns table (rate_bp int, base_min bigint, days bigint, day_max bigint)
language sql stable as $$
  select coalesce(max(s.n) filter (where s.key = 'affiliate.rate_bp'), public.setting_default('affiliate.rate_bp')::bigint)::int,
    coalesce(max(s.n) filter (where s.key = 'affiliate.base_min'), public.setting_default('affiliate.base_min')::bigint),
    coalesce(max(s.n) filter (where s.key = 'affiliate.days'), public.setting_default('affiliate.days')::bigint),
    coalesce(max(s.n) filter (where s.key = 'affiliate.day_max'), public.setting_default('affiliate.day_max')::bigint)
  from (
    select v.key, (v.value #>> '{}')::numeric::bigint as n from public.settings v
    where v.key in ('affiliate.rate_bp', 'affiliate.base_min', 'affiliate.days', 'affiliate.day_max')
      and jsonb_typeof(v.value) = 'number'
  ) s;
$$;

-- The invitation of a customer at the moment of a sale that this employee makes in this shop, as `invitationEarns` of
-- packages/domain reads it; no row where it is another's.
create or replace function ledger.invitation_at(
  p_customer uuid, p_inviter uuid, p_employee uuid, p_store uuid, p_at timestamptz, p_days bigint
) returns table (facts jsonb)
language sql stable as $$
  select jsonb_build_object('age', extract(epoch from p_at - a.created_at), 'days', p_days, 'standing', a.standing,
    'inviter', jsonb_build_object('is_active', f.active, 'verified', u.verified,
      'is_stopped', u.suspended_at is not null or u.closed_at is not null),
    'is_of_shop', exists (
      select from ledger.staff_of_account(p_inviter) s join public.employees e on e.user_id = s.employee_id
      where (e.active and e.store_id = p_store) or not ledger.independent(e.user_id, p_employee)))
  from public.affiliates a join public.affiliators f on f.user_id = a.affiliator_id join public.users u on u.id = f.user_id
  where a.user_id = p_customer and a.affiliator_id = p_inviter;
$$;

-- What a sale of so much earns, cut off once.
create or replace function ledger.reward_of(p_base bigint, p_rate_bp int, p_base_min bigint) returns bigint
language sql immutable parallel safe
return case when p_base < greatest(p_base_min, 1) then 0 else div(p_base::numeric * p_rate_bp, 10000)::bigint end;

-- Locks the inviters until the commit, one after the other: what one of them earns in a day is counted while no other
-- commit adds to it, and an inviter who stops has stopped for all that comes after.
create or replace function ledger.hold_inviters(p_inviters uuid[]) returns void
language sql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select from (select distinct i from unnest(p_inviters) i where i is not null order by 1) x
  join lateral (select from affiliators f where f.user_id = x.i for no key update) l on true;
$$;

-- What an inviter earned by now on the day of this moment, in Tokyo; what went back makes room again.
create or replace function ledger.earned_on(p_inviter uuid, p_at timestamptz) returns table (earned bigint)
language sql stable as $$
  select coalesce(sum(r.amount - r.reversed), 0)::bigint
  from ledger.rewards r
  where r.affiliator_id = p_inviter
    and r.earned_at >= (p_at at time zone 'Asia/Tokyo')::date::timestamp at time zone 'Asia/Tokyo'
    and r.earned_at < ((p_at at time zone 'Asia/Tokyo')::date + interval '1 day') at time zone 'Asia/Tokyo';
$$;

-- The same for those who may only ask.
create or replace function ledger.rewards_of_day(p_inviter uuid, p_at timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select e.earned from ledger.earned_on(p_inviter, p_at) e;
$$;
grant execute on function ledger.rewards_of_day to shirogane_app;

-- By how much a movement changes each account of rewards: what is pending at the shop, what a person has confirmed and
-- claimed, what is held for a payout, what left for the bank and what was withheld of that. It becomes a part of what asks.
create or replace function ledger.rewards_changed(p_movement uuid)
returns table (pending bigint, confirmed bigint, reward bigint, hold bigint, bank bigint, withheld bigint)
language sql stable as $$
  select coalesce(sum(y.amount) filter (where y.account = 'reward_pending'), 0)::bigint,
    coalesce(sum(y.amount) filter (where y.account = 'reward_confirmed'), 0)::bigint,
    coalesce(sum(y.amount) filter (where y.account = 'reward'), 0)::bigint,
    coalesce(sum(y.amount) filter (where y.account = 'payout_hold'), 0)::bigint,
    coalesce(sum(y.amount) filter (where y.account = 'bank_clearing'), 0)::bigint,
    coalesce(sum(y.amount) filter (where y.account = 'withholding'), 0)::bigint
  from ledger.transfers x
  cross join lateral (values (x.credit_kind, x.amount), (x.debit_kind, -x.amount)) y (account, amount)
  where x.transaction_id = p_movement;
$$;
grant execute on function ledger.rewards_changed to shirogane_app;

-- What a movement of rewards or a payout may do to these accounts.
create or replace function ledger.check_rewards_moved(t ledger.movements) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  c record;
begin
  select * into c from ledger.rewards_changed(t.id);
  if (case when t.kind = 'payout' then
      -- A payout draws on what was claimed for it and on nothing else: into the hold, back from it, or out of the brand, of
      -- which a part may be tax. Tax is withheld with what is paid, and comes back with it.
      t.customer_id is not null and t.received_paid = 0 and c.pending = 0 and c.confirmed = 0
        and (c.reward, c.hold, c.bank) <> (0, 0, 0) and c.reward + c.hold + c.bank + c.withheld = 0
        and (c.withheld = 0 or sign(c.withheld) = sign(c.bank))
    when c.hold <> 0 or c.bank <> 0 or c.withheld <> 0 then false
    else case t.step
      when 'accrue' then t.customer_id is null and c.pending > 0 and c.confirmed = 0 and c.reward = 0
      when 'confirm' then t.customer_id is not null and t.received_paid = 0 and c.pending < 0
        and c.confirmed = -c.pending and c.reward = 0
      -- What is pending goes back at the shop; what was confirmed is taken from the inviter who had it.
      when 'reverse' then t.received_paid = 0 and case when t.customer_id is null
        then c.pending < 0 and c.confirmed = 0 and c.reward = 0
        else c.pending = 0 and c.confirmed <= 0 and c.reward <= 0 and c.confirmed + c.reward < 0 end
      -- Into balance or into what can be paid out, whole.
      when 'claim' then t.customer_id is not null and c.pending = 0 and c.confirmed < 0
        and case when t.received_paid > 0 then c.reward = 0 and t.received_paid = -c.confirmed
          else c.reward = -c.confirmed end
      else false end
    end) is not true then
    raise exception 'movement % does to rewards what its kind may not', t.id using errcode = 'check_violation';
  end if;
end $$;

-- What is pending at a shop is a reward that is written: known at the end of the commit only.
create or replace function ledger.accrual_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (
    select from ledger.rewards e where e.transaction_id = new.transaction_id and e.amount = new.amount) then
    raise exception 'movement % says something else than its rewards', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A reward is written by the commit that earned it, as the terms have it, for the inviter of its sale's customer; and
-- what an inviter earns in a day stays within its limit, however many of their friends pay at once.
create or replace function ledger.rewards_earned() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_wrong uuid;
begin
  -- As `hold_inviters` does it.
  perform from (select distinct e.affiliator_id as id from earned e order by 1) x
  join lateral (select from affiliators f where f.user_id = x.id for no key update) l on true;
  select e.transaction_id into v_wrong
  from earned e
  left join ledger.movements t on t.id = e.transaction_id
  left join ledger.movements s on s.id = e.sale_id and s.kind = 'payment'
  left join ledger.wallets w on w.user_id = s.customer_id
  left join affiliators f on f.user_id = e.affiliator_id and f.active
  -- Whose it is has a wallet, which never goes: asked here, because a foreign key would take hold of it.
  left join ledger.wallets o on o.user_id = e.affiliator_id
  where t.id is null or s.id is null or f.user_id is null or o.user_id is null
    or t.xid <> pg_current_xact_id() or e.xid <> pg_current_xact_id()
    or e.customer_id is distinct from s.customer_id or e.affiliator_id is distinct from w.inviter_id
    or e.store_id <> s.store_id or t.store_id <> s.store_id
    or (select c.pending from ledger.rewards_changed(t.id) c) <> e.amount
    or e.reversed + e.claimed + e.returned > 0 or e.confirmation_id is not null
    or e.sold_on <> (s.completed_at at time zone 'Asia/Tokyo')::date
    or case when t.id = s.id
      then e.base <> s.earn_base or e.amount + e.cut <> ledger.reward_of(e.base, e.rate_bp, e.base_min)
      else t.step is distinct from 'accrue' or t.related_id is distinct from s.id
        -- Collected in parts or at one time, it is never more than the whole would have earned.
        or (select sum(r.amount - r.reversed) from ledger.rewards r where r.sale_id = s.id)
          > ledger.reward_of(s.spent_total, e.rate_bp, 0) end
  limit 1;
  if v_wrong is not null then
    raise exception 'the reward of % is not what its sale earned', v_wrong using errcode = 'check_violation';
  end if;
  select e.transaction_id into v_wrong
  from (
    select n.affiliator_id, n.earned_at, min(n.day_max) as most, bool_or(n.day_max is null) as endless,
      (array_agg(n.transaction_id))[1] as transaction_id
    from earned n group by 1, 2
  ) e
  cross join lateral ledger.earned_on(e.affiliator_id, e.earned_at) d
  where e.endless or d.earned > e.most
  limit 1;
  if v_wrong is not null then
    raise exception 'the reward of % is more than its day has room for', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What happens to a reward happens by a movement of the same commit, of the right kind and person; the reward follows.
create or replace function ledger.rewards_moved() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_wrong uuid;
begin
  select m.transaction_id into v_wrong
  from moved m
  left join ledger.movements t on t.id = m.transaction_id
  left join ledger.rewards r on r.transaction_id = m.reward_id
  where t.id is null or t.xid <> pg_current_xact_id() or m.xid <> pg_current_xact_id()
    or t.step is distinct from case when m.claimed > 0 then 'claim' else 'reverse' end
    or (m.claimed > 0 and (t.customer_id is distinct from r.affiliator_id or m.claimed > r.unclaimed))
    or (m.reversed > 0 and (t.related_id is distinct from r.sale_id or t.store_id <> r.store_id
      -- At the shop while it is pending, from the inviter who has it afterwards.
      or t.customer_id is distinct from case when r.confirmation_id is not null then r.affiliator_id end
      or (r.confirmation_id is null and m.returned > 0)))
  limit 1;
  if v_wrong is not null then
    raise exception 'a reward moved without its movement %', v_wrong using errcode = 'check_violation';
  end if;
  update ledger.rewards r set reversed = r.reversed + m.reversed, claimed = r.claimed + m.claimed,
    returned = r.returned + m.returned
  from (
    select reward_id, sum(reversed)::bigint as reversed, sum(claimed)::bigint as claimed, sum(returned)::bigint as returned
    from moved group by 1
  ) m
  where r.transaction_id = m.reward_id;
  return null;
end $$;

-- What became of a reward changes by its moves, which run one level deep, and by its confirmation.
create or replace function ledger.reward_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if new.confirmation_id is distinct from old.confirmation_id or new.confirmed_at is distinct from old.confirmed_at then
    if old.confirmation_id is not null
      or (to_jsonb(new) - '{confirmation_id,confirmed_at,pending,unclaimed}'::text[])
        <> (to_jsonb(old) - '{confirmation_id,confirmed_at,pending,unclaimed}'::text[])
      or not exists (
        select from ledger.movements t where t.id = new.confirmation_id and t.xid = pg_current_xact_id()
          and t.step = 'confirm' and t.customer_id = new.affiliator_id and t.store_id = new.store_id
          and t.related_id = new.transaction_id
          and (select c.confirmed from ledger.rewards_changed(t.id) c) = old.amount - old.reversed) then
      raise exception 'reward % is confirmed by its movement only, once', old.transaction_id
        using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'reward % moves with its movements only', old.transaction_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A movement of rewards says what became of which rewards, to the yen.
create or replace function ledger.reward_matches(t ledger.movements) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_fits boolean;
  c record;
begin
  select * into c from ledger.rewards_changed(t.id);
  if t.step = 'accrue' then
    v_fits := exists (select from ledger.rewards r where r.transaction_id = t.id and r.amount = c.pending);
  elsif t.step = 'confirm' then
    v_fits := exists (select from ledger.rewards r where r.confirmation_id = t.id);
  else
    select coalesce(sum(m.claimed), 0) = case when t.step = 'claim' then -c.confirmed else 0 end
      and coalesce(sum(m.reversed), 0)
        = case when t.step = 'reverse' then -c.pending - c.confirmed - c.reward else 0 end
      and coalesce(sum(m.returned), 0) = case when t.step = 'reverse' then -c.reward else 0 end
    into v_fits
    from ledger.reward_moves m where m.transaction_id = t.id;
  end if;
  if not v_fits then
    raise exception 'movement % says something else than its rewards', t.id using errcode = 'check_violation';
  end if;
end $$;

-- What a person has confirmed is what of their rewards is not claimed, to the yen, at every commit.
create or replace function ledger.rewards_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_person uuid := case when tg_table_name = 'wallets' then (to_jsonb(new) ->> 'user_id')::uuid
    else (to_jsonb(new) ->> 'affiliator_id')::uuid end;
begin
  if exists (
    select from ledger.wallets w where w.user_id = v_person and w.reward_confirmed <>
      (select coalesce(sum(r.unclaimed), 0) from ledger.rewards r where r.affiliator_id = v_person and r.unclaimed <> 0)
  ) then
    raise exception 'the rewards of % do not add up to what is confirmed', v_person using errcode = 'check_violation';
  end if;
  return null;
end $$;
