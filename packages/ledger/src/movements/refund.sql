-- A sale goes back: as a refund of all, some or a part of it on any later day, or as a void of the whole on its own
-- day.
--
-- What goes back is decided by `giveBack` of packages/domain. `hold_refund` reads the facts under the locks of the
-- act, and `refund` posts the decision in the same database transaction. What no decision may do stands in
-- `check_refund`, in `check-refunds.sql`, and in the door.

drop function if exists ledger.refund(jsonb, jsonb);
drop type if exists ledger.refund_outcome;
create type ledger.refund_outcome as (code text, n bigint, replayed boolean, t ledger.transactions);

-- What campaigns gave with a sale, and its refund takes back, leaves the member's cap and the budget again, as it was
-- decided: it is all that the refund reclaims, and of none more than it has left.
create or replace function ledger.write_reversed_reasons(t ledger.transactions, p_reasons jsonb) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if not exists (select from ledger.point_reasons where transaction_id = t.related_id) then return; end if;
  perform 1 from campaigns c
  where c.id in (select q.campaign_id from ledger.point_reasons q where q.transaction_id = t.related_id)
  order by c.id for no key update;
  insert into ledger.point_reasons (transaction_id, part, customer_id, campaign_id, rule, label, base, rate_bp,
    uncut_points, points, account, reverses)
  select t.id, r.part, t.customer_id, r.campaign_id, r.rule, r.label, r.base, r.rate_bp, -r.points, -r.points, r.account,
    t.related_id
  from jsonb_to_recordset(p_reasons) r (part smallint, campaign_id uuid, rule text, label text, base bigint, rate_bp int,
    points bigint, account ledger.account);

  if (select coalesce(-sum(q.points), 0) from ledger.point_reasons q where q.transaction_id = t.id)
    <> coalesce(t.points_reclaimed, 0)
    or exists (
      select from ledger.point_reasons q
      where (q.transaction_id = t.related_id or q.reverses = t.related_id) and q.campaign_id is not null
      group by q.campaign_id having sum(q.points) < 0) then
    raise exception 'reasons of % are not those of the % points that it takes back', t.id, t.points_reclaimed
      using errcode = 'check_violation';
  end if;
  update campaigns c set budget_used = c.budget_used + q.points
  from ledger.point_reasons q where q.transaction_id = t.id and c.id = q.campaign_id and c.budget is not null;
end $$;

-- Locks all that a refund or void touches until the commit, and answers the facts that it is decided by; null where its
-- key has its answer. `p` asks as in `refund`.
create or replace function ledger.hold_refund(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  s ledger.transactions;
begin
  if not ledger.hold_key((p ->> 'actor_id')::uuid, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then
    return null;
  end if;
  -- The day before the sale: a close of it waits for this, or this is refused.
  perform ledger.book_date((select t.store_id from ledger.transactions t where t.id = (p ->> 'sale_id')::uuid));
  -- The sale before the wallet: two refunds of one sale follow each other, and the second sees what the first left.
  perform from ledger.movements where id = (p ->> 'sale_id')::uuid for no key update;
  select * into s from ledger.transactions where id = (p ->> 'sale_id')::uuid;
  if s.customer_id is not null then
    -- Of all members whom this concerns, in their order: payments take their wallets so, too.
    perform 1 from ledger.wallets l
    where l.user_id = any (array(select g.customer_id from ledger.invite_gifts_of(s.id) g union
      select q.affiliator_id from ledger.rewards q where q.sale_id = s.id and q.confirmation_id is not null) || s.customer_id)
    order by l.user_id for no key update;
    -- What has ended leaves before anything is taken, also of an inviter: their gift may go back with the sale.
    perform ledger.expire_points(m.id, ledger.new_id(), s.store_id)
    from (select s.customer_id as id union select g.customer_id from ledger.invite_gifts_of(s.id) g order by 1) m;
  end if;
  return coalesce(ledger.refund_facts(s.id), '{"sale": null}') || jsonb_build_object('held', ledger.held_by(p),
    'access', ledger.access_facts(p, s.store_id, array[s.customer_id]),
    'people', ledger.give_back_people(s.id, (p ->> 'actor_id')::uuid, (p ->> 'approved_by')::uuid));
end $$;
grant execute on function ledger.hold_refund to shirogane_app;

-- What no decision may do, however it came about: each yen leaves by a way that it came by, once. `t` is the refund
-- as it was posted.
create or replace function ledger.check_refund(s ledger.transactions, t ledger.transactions, p jsonb, x jsonb) returns void
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_hand bigint := t.back_cash + coalesce(t.back_later, 0);
  v_fault text;
begin
  -- Balance is not paid out (Payment Services Act, article 20): it leaves as cash only where its wallet has ended.
  if t.tender_cash > v_hand + t.back_paid + t.back_bonus or (t.tender_cash > v_hand and not exists (
    select from users u where u.id = s.customer_id and u.closed_at is not null)) then
    v_fault := format('%s yen in cash, where %s were paid so', t.tender_cash, v_hand);
  elsif t.issued_paid > 0 and not coalesce((p ->> 'to_balance')::boolean, false) then
    v_fault := format('%s yen of balance in the place of cash, to which the customer did not agree', t.issued_paid);
  elsif t.kind = 'void' and s.business_date <> t.business_date then
    v_fault := format('a void on %s of a sale of %s', t.business_date, s.business_date);
  elsif t.received_point_regular > s.tender_point_regular then
    v_fault := format('%s regular points, where %s were used', t.received_point_regular, s.tender_point_regular);
  elsif (x ->> 'renewed')::bigint > 0 and (x ->> 'renewed_until')::timestamptz
    > ledger.now() + make_interval(days => ledger.whole_setting('refund.expired_points_days')::int + 1) then
    v_fault := format('points until %s', x ->> 'renewed_until');
  elsif exists (
    select from jsonb_to_recordset(x -> 'new_bonus_lots') b (amount bigint, until timestamptz)
    where b.amount > (x ->> 'returned_bonus')::bigint or not exists (
      select from ledger.deferred_moves m
      join ledger.bonus_lot_moves o on o.transaction_id = m.transaction_id
      join ledger.bonus_lots l on l.id = o.lot_id and l.expires_at = b.until
      where m.sale_id = s.id and m.bonus > 0)) then
    v_fault := 'given balance with an end that it had not';
  elsif (x ->> 'sale_id')::uuid is distinct from s.id then
    v_fault := format('the decision of %s', x ->> 'sale_id');
  end if;
  if v_fault is not null then
    raise exception 'a refund of % would bring %', s.id, v_fault using errcode = 'check_violation';
  end if;
end $$;

-- Posts a refund or a void as it was decided, once for a key. Refusals are answers (`code`, with a number for its
-- sentence). `p` asks: actor_id, session_id, route, key, request_hash, transaction_id, sale_id, kind, register_id,
-- items and restock (what becomes of the articles), reason, approved_by (a second person who has shown who they are),
-- to_balance (the customer agreed to it). `x` is the plan, or the refusal, that `giveBack` made of the facts of
-- `hold_refund` in this database transaction.
create function ledger.refund(p jsonb, x jsonb) returns setof ledger.refund_outcome
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_void boolean := p ->> 'kind' = 'void';
  d record;
  s ledger.transactions;
  t ledger.transactions;
  v_moves_debt boolean := (x ->> 'later')::bigint + (x ->> 'returned_cash')::bigint + (x ->> 'returned_card')::bigint
    + (x ->> 'returned_paid')::bigint + (x ->> 'returned_bonus')::bigint > 0;
begin
  select * into s from ledger.transactions where id = (p ->> 'sale_id')::uuid;
  d := ledger.answer_act(v_actor, p ->> 'route', p, v_id, x);
  perform ledger.check_access(x, ledger.access_facts(p, s.store_id, array[s.customer_id]), 'refund');
  if d.is_over then
    return query select d.code, d.n, d.replayed, y
    from (select 1) one left join ledger.transactions y on y.id = d.act and d.code is null;
    return;
  end if;

  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', p -> 'kind', 'customer_id', s.customer_id,
    'store_id', s.store_id, 'register_id', p -> 'register_id', 'employee_id', v_actor, 'approved_by', v_approver,
    'related_id', s.id, 'reason', p -> 'reason', 'spent_total', x -> 'total',
    'earn_base', x -> 'base', 'back_points', x -> 'back_points', 'back_paid', x -> 'back_paid',
    'back_bonus', x -> 'back_bonus', 'back_cash', x -> 'back_cash', 'back_card', x -> 'back_card',
    'back_later', case when s.tender_later > 0 then x -> 'back_later' end, 'points_reclaimed', x -> 'reclaimed',
    'points_lapsed', x -> 'lapsed', 'points_deducted', x -> 'deducted', 'lots', x -> 'lots',
    'level_accumulation_after', x -> 'level_after', 'tax', x -> 'tax', 'issued_paid', nullif((x ->> 'issued')::bigint, 0),
    'transfers', x -> 'transfers', 'point_lots', x -> 'lot_changes',
    'new_point_lots', jsonb_build_array(jsonb_build_object('amount', x -> 'renewed',
      'left', (x ->> 'renewed')::bigint - (x ->> 'renewed_taken')::bigint, 'until', x -> 'renewed_until')),
    'new_bonus_lots', x -> 'new_bonus_lots',
    'debts', case when v_moves_debt then jsonb_build_array(jsonb_build_object('sale_id', s.id,
      'cancelled', x -> 'later', 'cancelled_cash', x -> 'later_cash', 'cancelled_card', x -> 'later_card',
      'returned_cash', x -> 'returned_cash', 'returned_card', x -> 'returned_card', 'returned_paid', x -> 'returned_paid',
      'returned_bonus', x -> 'returned_bonus')) end));
  select * into t from ledger.transactions where id = v_id;
  perform ledger.check_refund(s, t, p, x);

  -- Articles that come back keep their price; money without articles is a line of its own amount. What they are is
  -- the sale's to say.
  insert into ledger.transaction_lines (transaction_id, line, sku_id, sku, name, quantity, unit_price, discount, subtotal,
    tax_rate_bp, share_points, share_balance, share_cash, share_card, share_later, amount_only, restock)
  select v_id, l.line, l.sku_id, l.sku, l.name, greatest(b.back_quantity, 1),
    case when b.back_quantity > 0 then l.unit_price else b.back end,
    case when b.back_quantity > 0 then l.unit_price * b.back_quantity - b.back else 0 end,
    b.back, l.tax_rate_bp, b.back_points, b.back_balance, b.back_cash, b.back_card, b.back_later,
    case when b.back_quantity = 0 then true end,
    -- What becomes of the articles: as staff say for each line, else on sale again.
    case when b.back_quantity > 0 then coalesce((
      select i ->> 'restock' from jsonb_array_elements(nullif(p -> 'items', 'null')) i
      where (i ->> 'line')::int = l.line and i ->> 'restock' is not null limit 1), p ->> 'restock', 'resale') end
  from jsonb_to_recordset(x -> 'lines') b (line smallint, back_quantity int, back bigint, back_points bigint,
    back_balance bigint, back_cash bigint, back_card bigint, back_later bigint)
  join ledger.transaction_lines l on l.transaction_id = s.id and l.line = b.line
  -- What was given away with the sale comes back with it, for nothing.
  where b.back > 0 or b.back_quantity > 0
  order by b.line;

  update ledger.wallets l set
    level_accumulation = (x ->> 'level_after')::bigint,
    level_last_sum = l.level_last_sum - least(l.level_last_sum, (x ->> 'level_last')::bigint),
    level_last_refunded = l.level_last_refunded or (l.level_last_sum is not null and (x ->> 'level_last')::bigint > 0),
    -- A void leaves the day as if the payment had not been, so its balance may be spent again.
    balance_spent = case when v_void and l.balance_spent_on = s.business_date
      then greatest(0, l.balance_spent - s.tender_balance_paid - s.tender_balance_bonus) else l.balance_spent end
  where l.user_id = s.customer_id;

  perform ledger.write_reversed_reasons(t, x -> 'reasons');
  perform ledger.post_decided(x -> 'after', '{adjustment,reward}');
  return query select null::text, null::bigint, false, t;
end $$;
grant execute on function ledger.refund to shirogane_app;
