-- Gifts for an invitation: one for the member who was invited and one for whoever invited them, both brought by the
-- first payment of some size, and both taken back when nothing is left of that payment.
drop function if exists ledger.invite_gift_of(uuid);
drop function if exists ledger.take_back_gift(uuid, uuid, uuid);

-- Gives one of the two, once, of an invitation that stands: head office looks into no other and has struck none, and whoever
-- does not invite any more is thanked for nobody. The sale is held meanwhile: a refund that comes between either finds the gift, or has come
-- first and there is none. Answers whether this call gave it.
create or replace function ledger.grant_invitation(
  p_sale uuid, p_campaign text, p_period text, p_transaction uuid, p_customer uuid, p_points bigint,
  p_points_expire_at timestamptz, p_balance bigint, p_message text
) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  s ledger.transactions;
begin
  -- The shop's day first, as everywhere: a close that waits must not stand between the sale and it.
  perform ledger.book_date(t.store_id) from ledger.transactions t where t.id = p_sale;
  select * into s from ledger.transactions where id = p_sale for no key update;
  if s.kind is distinct from 'payment' or s.voided_by is not null or s.refunded_total = s.spent_total then
    return false;
  end if;
  perform 1 from affiliates a where a.user_id = s.customer_id and a.standing <> 'good' for share;
  if found or p_campaign = 'invite_given' and exists (
    select from affiliates a join affiliators i on i.user_id = a.affiliator_id
    where a.user_id = s.customer_id and not i.active
  ) then
    return false;
  end if;
  insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at, sale_id)
  values (p_customer, p_campaign, p_period, p_transaction, ledger.now(), p_sale)
  on conflict do nothing;
  if not found then return false; end if;
  perform ledger.grant(p_transaction, p_customer, s.store_id, p_points, p_points_expire_at, p_balance, p_message);
  return true;
end $$;

-- The gifts that this sale brought and that nobody has taken back. Whoever has left gave theirs up.
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

-- What a customer was given goes back: points out of its own lot, regular points, other lots; given yen out of given
-- balance, and what was spent of them as points, 1pt for 1円. The rest is owed. The caller holds the wallet's row.
create or replace function ledger.take_back(
  p_gift uuid, p_transaction uuid, p_store uuid, p_employee uuid, p_account ledger.account, p_message text
) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  g ledger.transactions;
  w ledger.wallets;
  st stores;
  v_date date;
  v_due bigint;
  v_part bigint;
  v_bonus bigint;
  v_regular bigint := 0;
  v_limited bigint := 0;
  v_changes jsonb := '[]';
  r record;
begin
  select * into g from ledger.transactions where id = p_gift;
  perform ledger.expire_points(g.customer_id, gen_random_uuid(), p_store);
  select * into w from ledger.wallets where user_id = g.customer_id for update;
  v_bonus := least(g.received_bonus, w.balance_bonus);
  v_due := g.received_point_regular + g.received_point_limited + g.received_bonus - v_bonus;
  for r in
    select l.id, l.remaining as has, l.transaction_id = p_gift as own, l.expires_at from ledger.point_lots l
    where l.user_id = g.customer_id and l.remaining > 0
    union all
    select null, w.point_regular, false, '-infinity' where w.point_regular > 0
    order by 3 desc, 4, 1
  loop
    v_part := least(v_due, r.has);
    continue when v_part <= 0;
    v_due := v_due - v_part;
    if r.id is null then
      v_regular := v_part;
    else
      v_limited := v_limited + v_part;
      v_changes := v_changes || jsonb_build_object('lot', r.id, 'taken', v_part);
    end if;
  end loop;

  select * into st from stores where id = p_store;
  v_date := ledger.book_date(p_store);
  insert into ledger.transactions (id, number, kind, customer_id, store_id, employee_id, related_id, business_date,
    message, tender_balance_bonus, tender_point_regular, tender_point_limited, points_owed, point_debt_after,
    level_before, level_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after,
    opened_at, completed_at)
  values (p_transaction, ledger.next_number(st.code, v_date), 'adjustment', g.customer_id, p_store, p_employee, p_gift, v_date,
    p_message, v_bonus, v_regular, v_limited, v_due, w.point_debt + v_due, w.level_index, w.level_index,
    w.balance_paid, w.balance_bonus - v_bonus, w.point_regular - v_regular, w.point_limited - v_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), 'take_back', m.kind, g.customer_id, m.cost, p_store, m.amount
  from (values ('balance_bonus'::ledger.account, 'bonus_cost'::ledger.account, v_bonus),
    ('point_regular', p_account, v_regular), ('point_limited', p_account, v_limited),
    ('point_debt', p_account, v_due)) m (kind, cost, amount)
  where m.amount > 0;
  update ledger.point_lots l set remaining = l.remaining - (c ->> 'taken')::bigint
  from jsonb_array_elements(v_changes) c where l.id = (c ->> 'lot')::uuid;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
end $$;
