-- A customer exchanges points for given balance, for good. Points go in the order in which they end, and what they become
-- ends when they would have ended: an exchange prolongs nothing. Terms stand in the setting `convert`; without it nothing
-- is exchanged.

drop function if exists ledger.convert_points(uuid, uuid, bigint, text, bytea, boolean);

-- Answers the movement, or why there is none. Beyond so many points a day the customer has to show anew who they are: STEP_UP_REQUIRED
-- leaves no trace, and the same call goes through once `p_proven`.
create function ledger.convert_points(
  p_transaction uuid, p_customer uuid, p_points bigint, p_key text, p_request_hash bytea, p_proven boolean,
  out transaction uuid, out code text, out n bigint, out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_local timestamp := v_now at time zone 'Asia/Tokyo';
  v_terms jsonb := coalesce((select value from settings where key = 'convert'), '{}');
  v_unit bigint := coalesce((v_terms ->> 'unit')::bigint, public.setting_default('convert.unit')::bigint);
  v_yen_per_unit bigint := coalesce((v_terms ->> 'yen_per_unit')::bigint, public.setting_default('convert.yen_per_unit')::bigint);
  v_free_max bigint := coalesce((v_terms ->> 'step_up_over')::bigint, public.setting_default('convert.step_up_over')::bigint);
  v_balance_max bigint := coalesce((select (value ->> 'balance_max')::bigint from settings where key = 'limits'), public.setting_default('limits.balance_max')::bigint);
  v_yen bigint := p_points / v_unit * v_yen_per_unit;
  d record;
  v_wallet ledger.wallets;
  v_store stores;
  v_date date;
  v_limited bigint;
  v_regular bigint;
  v_regular_until timestamptz;
begin
  replayed := false;
  v_date := ledger.book_date(ledger.home_store());
  perform 1 from ledger.wallets w where w.user_id = p_customer for no key update;
  d := ledger.take_key(p_customer, 'convert', p_key, p_request_hash, p_transaction);
  if d.answered then
    select d.act, d.code, d.n, d.replayed into transaction, code, n, replayed;
    return;
  end if;

  perform ledger.expire_points(p_customer, ledger.new_id(), ledger.home_store());
  select * into v_wallet from ledger.wallets w where w.user_id = p_customer;
  if not coalesce((v_terms ->> 'enabled')::boolean, public.setting_default('convert.enabled')::boolean) then
    code := 'CONVERT_UNAVAILABLE';
  elsif p_points < v_unit or p_points % v_unit <> 0 then
    code := 'CONVERT_UNIT';
    n := v_unit;
  elsif exists (select from users u where u.id = p_customer and (u.suspended_at is not null or u.closed_at is not null)) then
    code := 'AUTH_SUSPENDED';
  elsif v_wallet.point_debt > 0 then
    code := 'CONVERT_DEBT';
    n := v_wallet.point_debt;
  elsif p_points > v_wallet.point_limited + v_wallet.point_regular then
    code := 'INSUFFICIENT_POINT';
  elsif v_wallet.balance_paid + v_wallet.balance_bonus + ledger.pending_card_charges(p_customer) + v_yen > v_balance_max then
    code := 'CONVERT_BALANCE_LIMIT';
    n := v_balance_max;
  elsif not p_proven and p_points + (
      select coalesce(sum(t.tender_point_regular + t.tender_point_limited), 0) from ledger.transactions t
      where t.customer_id = p_customer and t.kind = 'convert'
        and t.completed_at >= date_trunc('day', v_local) at time zone 'Asia/Tokyo') > v_free_max then
    code := 'STEP_UP_REQUIRED';
    perform ledger.give_key_back(p_customer, 'convert', p_key);
    return;
  end if;
  if code is not null then
    perform ledger.refuse_key(p_customer, 'convert', p_key, code, n);
    return;
  end if;

  v_limited := least(p_points, v_wallet.point_limited);
  v_regular := p_points - v_limited;
  v_regular_until := ((v_wallet.point_regular_expires_on + 1)::timestamp at time zone 'Asia/Tokyo') - interval '1 second';
  select * into v_store from stores where id = ledger.home_store();
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, tender_point_regular,
    tender_point_limited, received_bonus, rate_bp, level_before, level_after, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'convert', p_customer, v_store.id, v_date, v_regular,
    v_limited, v_yen, v_yen_per_unit * 10000 / v_unit, v_wallet.level_index, v_wallet.level_index, v_wallet.balance_paid,
    v_wallet.balance_bonus + v_yen, v_wallet.point_regular - v_regular, v_wallet.point_limited - v_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), m.code, m.debit, m.debit_holder, m.credit, m.credit_holder, m.amount
  from (values
    ('convert_points', 'point_limited'::ledger.account, p_customer, 'points_converted'::ledger.account, v_store.id, v_limited),
    ('convert_points', 'point_regular', p_customer, 'points_converted', v_store.id, v_regular),
    ('convert_balance', 'bonus_cost', v_store.id, 'balance_bonus', p_customer, v_yen))
    m (code, debit, debit_holder, credit, credit_holder, amount)
  where m.amount > 0;

  -- What each lot of points gave becomes balance that ends with it; where the rate leaves a fraction, the yen is counted on
  -- the running sum, so that the parts are the whole.
  insert into ledger.bonus_lots (id, user_id, granted, remaining, expires_at, transaction_id)
  select ledger.new_id(), p_customer, p.yen, p.yen, p.expires_at, p_transaction
  from (
    select l.expires_at, l.upto * v_yen / p_points - (l.upto - l.points) * v_yen / p_points as yen
    from (
      select q.expires_at, q.points, sum(q.points) over (order by q.place, q.expires_at)::bigint as upto
      from (
        select 1 as place, f.expires_at, sum(f.taken)::bigint as points
        from (
          select p.expires_at, greatest(0, least(p.remaining, v_limited
            - coalesce(sum(p.remaining) over (order by p.expires_at, p.id
                rows between unbounded preceding and 1 preceding), 0))) as taken
          from ledger.point_lots p where p.user_id = p_customer and p.remaining > 0
        ) f group by f.expires_at
        union all
        select 2, v_regular_until, v_regular
      ) q where q.points > 0
    ) l
  ) p where p.yen > 0;
  update ledger.point_lots l set remaining = l.remaining - t.taken
  from (
    select p.id, least(p.remaining, v_limited - coalesce(sum(p.remaining) over (order by p.expires_at, p.id
      rows between unbounded preceding and 1 preceding), 0)) as taken
    from ledger.point_lots p where p.user_id = p_customer and p.remaining > 0
  ) t
  where l.id = t.id and t.taken > 0;
  update ledger.wallets w set point_regular_expires_on = (v_local + interval '12 months')::date
  where w.user_id = p_customer;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  transaction := p_transaction;
end $$;
grant execute on function ledger.convert_points to shirogane_app;
