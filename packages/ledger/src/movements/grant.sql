-- The shop that bears what the brand gives without any shop being involved: its first one.
create or replace function ledger.home_store() returns uuid
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select id from stores order by created_at, code limit 1;
$$;
grant execute on function ledger.home_store to shirogane_app;

-- Other accounts that have proved the number of this one, as long as it is kept whose number it was (`hasComeBack` of
-- packages/domain).
create or replace function ledger.accounts_of_number(p_user uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object('has_left', u.closed_at is not null)), '[]')
  from verifications v join verifications o on o.phone_number = v.phone_number and o.user_id <> v.user_id
  join users u on u.id = o.user_id
  where v.user_id = p_user;
$$;

-- Locks what gifts touch until the commit, and answers the facts that `giveGifts` of packages/domain decides by. Many in
-- one commit, because many friends buy for the first time at once. Their sales are held meanwhile: a refund that comes
-- between either finds the gift, or has come first and there is none. `p` asks: gifts, each as in `Gift` there.
create or replace function ledger.hold_gifts(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- The tables are large and the batch is small, no matter what the planner guesses.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_home uuid := ledger.home_store();
  v_gifts jsonb;
begin
  select jsonb_agg(jsonb_build_object('ord', g.ord, 'user_id', g.user_id, 'sale_id', s.id,
    'person_id', coalesce(s.customer_id, g.user_id), 'campaign', g.occasion ->> 'campaign',
    'period', g.occasion ->> 'period', 'store_id', coalesce(s.store_id, g.store_id, v_home)))
  into v_gifts
  from rows from (jsonb_to_recordset(p -> 'gifts') as (user_id uuid, occasion jsonb, sale_id uuid, store_id uuid))
    with ordinality g (user_id, occasion, sale_id, store_id, ord)
  left join ledger.transactions s on s.id = g.sale_id;
  -- The shops' days first, as everywhere: a close that waits must not stand between a sale and them. All of a kind are held
  -- in one order.
  perform ledger.book_date(x.store_id)
  from (select distinct g.store_id from jsonb_to_recordset(v_gifts) g (store_id uuid) order by 1) x;
  perform from (select distinct g.sale_id as id from jsonb_to_recordset(v_gifts) g (sale_id uuid) order by 1) x
  join lateral (select from ledger.movements t where t.id = x.id for no key update) l on true;
  -- What head office is deciding about at this moment is waited for.
  perform from (
    select distinct g.person_id as id from jsonb_to_recordset(v_gifts) g (sale_id uuid, person_id uuid)
    where g.sale_id is not null order by 1
  ) x
  join lateral (select from affiliates a where a.user_id = x.id and a.standing <> 'good' for share) l on true;
  perform from (select distinct g.user_id as id from jsonb_to_recordset(v_gifts) g (user_id uuid) order by 1) x
  join lateral (select from ledger.wallets w where w.user_id = x.id for no key update) l on true;
  -- What has ended leaves before anything is added.
  perform ledger.expire_wallets(array_agg(x.user_id order by x.user_id), array_agg(ledger.new_id()), x.store_id)
  from (
    select distinct on (g.user_id) g.user_id, g.store_id
    from jsonb_to_recordset(v_gifts) g (user_id uuid, store_id uuid, ord int) order by g.user_id, g.ord
  ) x
  group by x.store_id;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    -- Asked once their wallet is held: a member who leaves holds it too.
    'gifts', (
      select jsonb_agg(jsonb_build_object('store_id', g.store_id,
        'given', case when g.campaign is null then '[]' else ledger.given_gifts(g.user_id, g.campaign, g.period) end,
        'of_number', ledger.accounts_of_number(g.person_id), 'has_left', u.closed_at is not null,
        'sale', case when s.id is not null then jsonb_build_object('kind', s.kind, 'is_voided', s.voided_by is not null,
          'spent_total', s.spent_total, 'refunded_total', s.refunded_total) end,
        'invitation', (
          select jsonb_build_object('standing', a.standing, 'is_inviter_active', i.active)
          from affiliates a join affiliators i on i.user_id = a.affiliator_id
          where g.sale_id is not null and a.user_id = g.person_id)) order by g.ord)
      from jsonb_to_recordset(v_gifts)
        g (ord int, user_id uuid, sale_id uuid, person_id uuid, campaign text, period text, store_id uuid)
      left join users u on u.id = g.user_id left join ledger.transactions s on s.id = g.sale_id),
    'wallets', (
      select coalesce(jsonb_object_agg(w.user_id, ledger.point_wallet(w.user_id)), '{}') from ledger.wallets w
      where w.user_id in (select g.user_id from jsonb_to_recordset(v_gifts) g (user_id uuid))));
end $$;
grant execute on function ledger.hold_gifts to shirogane_app;

-- Posts gifts as `giveGifts` decided them of the facts of `hold_gifts` in this database transaction. Answers those that
-- were given. Movements of different members are posted together; a member who is given several has them one after the
-- other, each by what the one before has left.
create or replace function ledger.give_gifts(p jsonb, x jsonb) returns uuid[]
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_given uuid[] := array(select y.transaction_id from jsonb_to_recordset(x -> 'given') y (transaction_id uuid));
  v_round jsonb;
begin
  perform ledger.check_held(p, x);
  if exists (
    select from jsonb_to_recordset(x -> 'movements') m (id uuid, kind text, customer_id uuid)
    left join jsonb_to_recordset(p -> 'gifts') g (transaction_id uuid, user_id uuid) on g.transaction_id = m.id
    where (m.kind = 'adjustment' or m.kind = 'grant' and m.id = any (v_given) and m.customer_id = g.user_id) is not true) then
    raise exception 'what is posted is no gift that was asked for' using errcode = 'check_violation';
  end if;
  insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at, sale_id)
  select g.user_id, g.occasion ->> 'campaign', y.period, y.transaction_id, ledger.now(), g.sale_id
  from jsonb_to_recordset(x -> 'given') y (transaction_id uuid, period text)
  join jsonb_to_recordset(p -> 'gifts') g (transaction_id uuid, user_id uuid, occasion jsonb, sale_id uuid)
    on g.transaction_id = y.transaction_id
  where g.occasion is not null;
  for v_round in
    select jsonb_agg(n.movement order by n.ord) from (
      select jsonb_build_object('id', ledger.new_id()) || m.movement - '{number,opened_at}'::text[] as movement, m.ord,
        row_number() over (partition by m.movement ->> 'customer_id' order by m.ord) as nth
      from jsonb_array_elements(x -> 'movements') with ordinality m (movement, ord)
    ) n group by n.nth order by n.nth
  loop
    perform ledger.post_movements(v_round);
  end loop;
  return v_given;
end $$;
grant execute on function ledger.give_gifts to shirogane_app;

-- Each person who registers gets an empty wallet, in the lowest rank.
create or replace function ledger.open_wallet(p_user uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from levels where level_index = 0) then
    raise exception 'There is no rank to begin with.' using errcode = 'check_violation', constraint = 'wallet_has_a_rank';
  end if;
  insert into ledger.wallets (user_id, level_year)
  values (p_user, extract(year from ledger.now() at time zone 'Asia/Tokyo')::smallint)
  on conflict do nothing;
end $$;
grant execute on function ledger.open_wallet to shirogane_app;

-- A person becomes a customer only under terms: the application names those that they agreed to.
create or replace function ledger.customer_agreed() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception 'A customer registers under terms.'
    using errcode = 'check_violation', constraint = 'customer_agreed';
end $$;
