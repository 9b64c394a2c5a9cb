-- Gifts for an invitation: one for the member who was invited and one for their inviter, both brought by the first
-- payment of some size, and both taken back when nothing is left of that payment. The next one brings them then.

-- Under which period a gift of once may be given now; null while it stands. One that was taken back is followed by at most
-- one other, which names it, so that the key of the gifts itself keeps two of them from standing.
create or replace function ledger.open_gift(p_user uuid, p_campaign text, p_period text) returns text
language plpgsql stable
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_period text := p_period;
  v_gift uuid;
begin
  loop
    select g.transaction_id into v_gift from ledger.campaign_grants g
    where g.user_id = p_user and g.campaign = p_campaign and g.period = v_period;
    if not found then return v_period; end if;
    if not exists (select from ledger.transactions b where b.related_id = v_gift and b.kind = 'adjustment') then
      return null;
    end if;
    v_period := p_period || ':' || v_gift;
  end loop;
end $$;

-- Grants what sales brought, each gift once, or anew after it went back, of invitations that stand: head office is not
-- looking into them and has not struck them. An inviter who does not invite any more gets no gift. Many in one commit,
-- because many friends buy for the first time at once. The sales are held meanwhile: a refund that comes between either
-- finds the gift, or has come first and there is none. Takes `sale_id, campaign, period, transaction_id, user_id,
-- points, expires_at, yen, message` of each; points have an end and are a lot of their own. Answers how many were
-- given.
create or replace function ledger.grant_invitations(p_gifts jsonb) returns int
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- The tables are large and the batch is small, no matter what the planner guesses.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_gifts jsonb;
  r record;
begin
  -- The shops' days first, as everywhere: a close that waits must not stand between a sale and them. All of a kind are held
  -- in one order.
  perform pg_advisory_xact_lock_shared(ledger.day_key(x.store_id)) from (
    select distinct t.store_id from jsonb_to_recordset(p_gifts) g (sale_id uuid)
    join ledger.transactions t on t.id = g.sale_id order by 1
  ) x;
  perform from (select distinct g.sale_id as id from jsonb_to_recordset(p_gifts) g (sale_id uuid) order by 1) x
  join lateral (select from ledger.transactions t where t.id = x.id for no key update) l on true;
  -- What head office is deciding about at this moment is waited for.
  perform from (
    select distinct t.customer_id as id from jsonb_to_recordset(p_gifts) g (sale_id uuid)
    join ledger.transactions t on t.id = g.sale_id order by 1
  ) x
  join lateral (select from affiliates a where a.user_id = x.id and a.standing <> 'good' for share) l on true;

  select jsonb_agg(to_jsonb(g) || jsonb_build_object('store_id', s.store_id) order by g.user_id, g.campaign, g.period)
  into v_gifts
  from jsonb_to_recordset(p_gifts) g (sale_id uuid, campaign text, period text, transaction_id uuid, user_id uuid,
    points bigint, expires_at timestamptz, yen bigint, message jsonb)
  join ledger.transactions s on s.id = g.sale_id and s.kind = 'payment' and s.voided_by is null
    and s.refunded_total < s.spent_total
  where not ledger.came_back(s.customer_id) and not exists (
    select from affiliates a join affiliators i on i.user_id = a.affiliator_id
    where a.user_id = s.customer_id and (a.standing <> 'good' or g.campaign = 'invite_given' and not i.active));
  if v_gifts is null then return 0; end if;

  perform from (select distinct g.user_id as id from jsonb_to_recordset(v_gifts) g (user_id uuid) order by 1) x
  join lateral (select from ledger.wallets w where w.user_id = x.id for no key update) l on true;
  with written as (
    insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at, sale_id)
    select g.user_id, g.campaign, o.period, g.transaction_id, v_now, g.sale_id
    from jsonb_to_recordset(v_gifts) g (sale_id uuid, campaign text, period text, transaction_id uuid, user_id uuid)
    -- Asked once their wallet is held: a member who leaves holds it too.
    join users u on u.id = g.user_id and u.closed_at is null
    cross join lateral ledger.open_gift(g.user_id, g.campaign, g.period) o (period)
    where o.period is not null
    on conflict do nothing
    returning transaction_id
  )
  select jsonb_agg(g) into v_gifts
  from jsonb_array_elements(v_gifts) g join written w on w.transaction_id = (g ->> 'transaction_id')::uuid;
  if v_gifts is null then return 0; end if;

  -- What has ended leaves before anything is added.
  for r in
    select w.user_id, g.store_id
    from (select distinct on (q.user_id) q.* from jsonb_to_recordset(v_gifts) q (user_id uuid, store_id uuid)) g
    join ledger.wallets w on w.user_id = g.user_id
    where (w.point_regular > 0 and w.point_regular_expires_on < v_today)
      or (w.point_limited > 0 and exists (
        select from ledger.point_lots l where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now))
      or (w.balance_bonus > 0 and exists (
        select from ledger.bonus_lots l where l.user_id = w.user_id and l.remaining > 0 and l.expires_at <= v_now))
  loop
    perform ledger.expire_points(r.user_id, ledger.new_id(), r.store_id);
  end loop;

  -- A member who is given several gifts is given one after the other, each by what the one before has left.
  for r in
    select jsonb_agg(n.gift) as gifts from (
      select g as gift, row_number() over (partition by g ->> 'user_id') as nth from jsonb_array_elements(v_gifts) g
    ) n group by n.nth order by n.nth
  loop
    perform ledger.post_movements((
      select jsonb_agg(jsonb_build_object('id', g.transaction_id, 'kind', 'grant', 'customer_id', g.user_id,
        'store_id', g.store_id, 'message', g.message, 'transfers', jsonb_build_array(
          ledger.transfer('grant_points', 'points_cost', 'point_limited', g.points),
          ledger.transfer('grant_balance', 'bonus_cost', 'balance_bonus', g.yen)),
        'new_point_lots', jsonb_build_array(jsonb_build_object('amount', g.points, 'until', g.expires_at))))
      from jsonb_to_recordset(r.gifts) g (transaction_id uuid, user_id uuid, store_id uuid, points bigint,
        expires_at timestamptz, yen bigint, message jsonb)));
  end loop;

  for r in
    select w.user_id, g.store_id
    from (select distinct on (q.user_id) q.* from jsonb_to_recordset(v_gifts) q (user_id uuid, store_id uuid)) g
    join ledger.wallets w on w.user_id = g.user_id and w.point_debt > 0
  loop
    perform ledger.repay_points(r.user_id, ledger.new_id(), r.store_id);
  end loop;
  return jsonb_array_length(v_gifts);
end $$;
grant execute on function ledger.grant_invitations to shirogane_app;

-- One of them. Answers whether this call gave it.
create or replace function ledger.grant_invitation(
  p_sale uuid, p_campaign text, p_period text, p_transaction uuid, p_customer uuid, p_points bigint,
  p_points_expire_at timestamptz, p_balance bigint, p_message jsonb
) returns boolean
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.grant_invitations(jsonb_build_array(jsonb_build_object('sale_id', p_sale, 'campaign', p_campaign,
    'period', p_period, 'transaction_id', p_transaction, 'user_id', p_customer, 'points', p_points,
    'expires_at', p_points_expire_at, 'yen', p_balance, 'message', p_message))) > 0;
$$;
grant execute on function ledger.grant_invitation to shirogane_app;

-- Of these customers, those who came by an invitation that stands and who have not been brought both gifts to keep; the
-- inviter only while something may be given to them. The job that follows purchases asks for every one, on a connection
-- that may have asked before the first gift was given: by index alone, however few there were.
create or replace function ledger.invited_without_gifts(p_customers uuid[])
returns table (user_id uuid, invited_by text, inviter_id uuid, has_gift boolean, inviter_has boolean)
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  select a.user_id, u.username,
    case when u.verified and u.suspended_at is null and u.closed_at is null and i.active then u.id end, h.own, h.theirs
  from affiliates a join users u on u.id = a.affiliator_id join affiliators i on i.user_id = a.affiliator_id
  cross join lateral (
    select ledger.open_gift(a.user_id, 'invite', 'once') is null as own,
      ledger.open_gift(a.affiliator_id, 'invite_given', a.user_id::text) is null as theirs
    offset 0
  ) h
  where a.user_id = any (p_customers) and a.standing = 'good' and not (h.own and h.theirs)
    and not ledger.came_back(a.user_id);
end $$;
grant execute on function ledger.invited_without_gifts to shirogane_app;

-- Of these movements, those that are gifts of an invitation.
create or replace function ledger.gifts_of_invitations(p_transactions uuid[]) returns setof uuid
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  return query
  select g.transaction_id from ledger.campaign_grants g
  where g.transaction_id = any (p_transactions) and g.campaign in ('invite', 'invite_given', 'invite_join');
end $$;
grant execute on function ledger.gifts_of_invitations to shirogane_app;

-- The gifts that this sale brought and that were not taken back. A member who has left gave theirs up.
create or replace function ledger.invite_gifts_of(p_sale uuid) returns setof ledger.transactions
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select t.* from ledger.campaign_grants g
  join ledger.transactions t on t.id = g.transaction_id
  join users u on u.id = g.user_id and u.closed_at is null
  where g.sale_id = p_sale and not exists (
    select from ledger.transactions b where b.related_id = g.transaction_id and b.kind = 'adjustment')
  order by t.customer_id, t.id;
$$;
