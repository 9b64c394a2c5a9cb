-- The brand gives a customer points or balance. Points without an end are regular and prolong all regular points;
-- points with an end are a lot of their own. Balance may have an end too.

create or replace function ledger.grant(
  p_transaction uuid, p_customer uuid, p_store uuid, p_points bigint, p_points_expire_at timestamptz, p_balance bigint,
  p_message jsonb, p_balance_expires_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_wallet ledger.wallets;
  v_store stores;
  v_date date;
  v_regular bigint := case when p_points_expire_at is null then p_points else 0 end;
  v_limited bigint := case when p_points_expire_at is null then 0 else p_points end;
begin
  v_date := ledger.book_date(p_store);
  perform 1 from ledger.wallets where user_id = p_customer for update;
  perform ledger.expire_points(p_customer, ledger.new_id(), p_store);
  select * into v_wallet from ledger.wallets where user_id = p_customer;
  select * into v_store from stores where id = p_store;
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date,
    received_bonus, received_point_regular, received_point_limited, level_before, level_after,
    balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, message, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'grant', p_customer, p_store, v_date,
    p_balance, v_regular, v_limited, v_wallet.level_index, v_wallet.level_index, v_wallet.balance_paid,
    v_wallet.balance_bonus + p_balance, v_wallet.point_regular + v_regular, v_wallet.point_limited + v_limited,
    p_message, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), m.code, m.debit, p_store, m.credit, p_customer, m.amount
  from (values
    ('grant_points', 'points_cost'::ledger.account, 'point_regular'::ledger.account, v_regular),
    ('grant_points', 'points_cost', 'point_limited', v_limited),
    ('grant_balance', 'bonus_cost', 'balance_bonus', p_balance)) m (code, debit, credit, amount)
  where m.amount > 0;
  if v_limited > 0 then
    insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
    values (p_transaction, p_customer, v_limited, v_limited, p_points_expire_at, p_transaction);
  end if;
  if p_balance > 0 and p_balance_expires_at is not null then
    insert into ledger.bonus_lots (id, user_id, granted, remaining, expires_at, transaction_id)
    values (p_transaction, p_customer, p_balance, p_balance, p_balance_expires_at, p_transaction);
  end if;
  if v_regular > 0 then
    update ledger.wallets set point_regular_expires_on = ((v_now at time zone 'Asia/Tokyo') + interval '12 months')::date
    where user_id = p_customer;
  end if;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  perform ledger.repay_points(p_customer, ledger.new_id(), p_store);
end $$;
grant execute on function ledger.grant to shirogane_app;

-- The shop that bears what the brand gives without any shop being involved: its first one.
create or replace function ledger.home_store() returns uuid
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select id from stores order by created_at, code limit 1;
$$;
grant execute on function ledger.home_store to shirogane_app;

-- A person who has proved a number with which another account was a member a short while ago, and left, has most likely
-- come back: for as long as it is kept whose number it was. What joining brings is given to newcomers.
create or replace function ledger.came_back(p_user uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select exists (
    select from verifications v join verifications o on o.phone_number = v.phone_number and o.user_id <> v.user_id
    join users u on u.id = o.user_id and u.closed_at is not null
    where v.user_id = p_user);
$$;

-- The same gift to the same person only once, however often and from however many places it is asked for at a time.
-- Answers whether this call gave it.
create or replace function ledger.grant_once(
  p_campaign text, p_period text, p_transaction uuid, p_customer uuid, p_store uuid, p_points bigint,
  p_points_expire_at timestamptz, p_balance bigint, p_message jsonb
) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if p_campaign in ('welcome', 'birthday_registration', 'invite_join') and ledger.came_back(p_customer) then
    return false;
  end if;
  insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at)
  values (p_customer, p_campaign, p_period, p_transaction, ledger.now())
  on conflict do nothing;
  if not found then return false; end if;
  perform ledger.grant(p_transaction, p_customer, coalesce(p_store, ledger.home_store()), p_points, p_points_expire_at,
    p_balance, p_message);
  return true;
end $$;
grant execute on function ledger.grant_once to shirogane_app;

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
