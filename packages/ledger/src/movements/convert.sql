-- A customer exchanges points for given balance, for good. Points go in the order in which they end, and what they
-- become ends when they would have ended. Terms stand in the setting `convert`; without it nothing is exchanged.
--
-- It is decided by `convertPoints` of packages/domain.

drop function if exists ledger.convert_points(jsonb, jsonb);

-- Locks what an exchange touches until the commit, and answers the facts that it is decided by; null where its key
-- has its answer. `p` asks: customer_id, points, key, request_hash, transaction_id.
create or replace function ledger.hold_convert_points(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_terms jsonb := coalesce((select value from settings where key = 'convert'), '{}');
begin
  perform ledger.book_date(ledger.home_store());
  if not ledger.hold_key(v_customer, 'convert', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  perform 1 from ledger.wallets w where w.user_id = v_customer for no key update;
  perform ledger.expire_points(v_customer, ledger.new_id(), ledger.home_store());
  return jsonb_build_object('held', ledger.held_by(p), 'member', (
    select jsonb_build_object(
      'home_store', ledger.home_store(),
      'enabled', coalesce((v_terms ->> 'enabled')::boolean, public.setting_default('convert.enabled')::boolean),
      'unit', coalesce((v_terms ->> 'unit')::bigint, public.setting_default('convert.unit')::bigint),
      'yen_per_unit', coalesce((v_terms ->> 'yen_per_unit')::bigint,
        public.setting_default('convert.yen_per_unit')::bigint),
      'step_up_over', coalesce((v_terms ->> 'step_up_over')::bigint,
        public.setting_default('convert.step_up_over')::bigint),
      'balance_max', ledger.limit_setting('balance_max'),
      'is_stopped', u.suspended_at is not null or u.closed_at is not null,
      'point_debt', w.point_debt, 'balance', w.balance_paid + w.balance_bonus,
      'pending', ledger.pending_card_charges(w.user_id),
      'point_limited', w.point_limited, 'point_regular', w.point_regular,
      'point_regular_expires_on', w.point_regular_expires_on,
      'lots', ledger.point_lots_of(w.user_id),
      'converted_today', (
        select coalesce(sum(t.tender_point_regular + t.tender_point_limited), 0) from ledger.movements t
        where t.customer_id = w.user_id and t.kind = 'convert'
          and t.completed_at >= date_trunc('day', v_now at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'))
    from ledger.wallets w join users u on u.id = w.user_id
    where w.user_id = v_customer));
end $$;
grant execute on function ledger.hold_convert_points to shirogane_app;

-- Posts an exchange as it was decided, once for a key. `x` is the decision that `convertPoints` made of the facts of
-- `hold_convert_points` in this database transaction; a refusal with `again` leaves no trace.
create function ledger.convert_points(
  p jsonb, x jsonb, out transaction uuid, out code text, out n bigint, out replayed boolean
) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_points bigint := (p ->> 'points')::bigint;
  m jsonb := x -> 'movements' -> 0;
  d record;
  s record;
  w ledger.wallets;
begin
  perform ledger.book_date(ledger.home_store());
  d := ledger.answer_act(v_customer, 'convert', p, v_id, x);
  select d.act, d.code, d.n, d.replayed into transaction, code, n, replayed;
  if d.is_over then return; end if;
  select * into w from ledger.wallets where user_id = v_customer;
  select ledger.total(y.amount) filter (where y.debit = 'point_limited') as limited,
    ledger.total(y.amount) filter (where y.debit = 'point_regular') as regular,
    ledger.total(y.amount) filter (where y.credit = 'balance_bonus') as yen
  into s from jsonb_to_recordset(m -> 'transfers') y (debit text, credit text, amount bigint);
  -- What no decision may do, however it came about: other points than were asked for go, or given balance ends when none
  -- of the points would have that it is made of.
  if (m ->> 'id' = p ->> 'transaction_id' and m ->> 'customer_id' = p ->> 'customer_id'
      and s.limited + s.regular = v_points and s.limited = least(v_points, w.point_limited)
      and s.yen = (select ledger.total(b.amount) from jsonb_to_recordset(m -> 'new_bonus_lots') b (amount bigint))) is not true
    or exists (select from jsonb_to_recordset(m -> 'point_lots') u (change bigint) where u.change >= 0)
    or exists (
      select from jsonb_to_recordset(m -> 'new_bonus_lots') b (until timestamptz)
      where b.until is distinct from ((w.point_regular_expires_on + 1)::timestamp at time zone 'Asia/Tokyo') - interval '1 second'
        and not exists (
          select from jsonb_to_recordset(m -> 'point_lots') u (lot uuid) join ledger.point_lots l on l.id = u.lot
          where l.user_id = v_customer and l.expires_at = b.until)) then
    raise exception 'an exchange of % points would take % limited and % regular ones for parts of other yen or ends than those of % yen',
      v_points, s.limited, s.regular, s.yen using errcode = 'check_violation';
  end if;
  perform ledger.post_decided(x -> 'movements', '{convert}');
  transaction := v_id;
end $$;
grant execute on function ledger.convert_points to shirogane_app;
