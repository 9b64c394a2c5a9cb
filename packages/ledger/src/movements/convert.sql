-- A customer exchanges points for given balance, for good. Points go in the order in which they end, and what they
-- become ends when they would have ended. Terms stand in the setting `convert`; without it nothing is exchanged.
--
-- It is decided by `convertPoints` of packages/domain.

drop function if exists ledger.convert_points(jsonb, jsonb);

-- Locks what an exchange touches until the commit, and answers the facts that it is decided by; null where its key
-- has its answer, or there is no such wallet. `p` asks: customer_id, points, key, request_hash, transaction_id.
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
  return (
    select jsonb_build_object(
      'held', ledger.held_by(p),
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
        select coalesce(sum(t.tender_point_regular + t.tender_point_limited), 0) from ledger.transactions t
        where t.customer_id = w.user_id and t.kind = 'convert'
          and t.completed_at >= date_trunc('day', v_now at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'))
    from ledger.wallets w join users u on u.id = w.user_id
    where w.user_id = v_customer);
end $$;
grant execute on function ledger.hold_convert_points to shirogane_app;

-- Posts an exchange as it was decided, once for a key. `x` is the plan or the refusal that `convertPoints` made of
-- the facts of `hold_convert_points` in this database transaction; a refusal with `again` leaves no trace.
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
  v_yen bigint := (x ->> 'yen')::bigint;
  v_limited bigint := (x -> 'used' ->> 'limited')::bigint;
  v_regular bigint := (x -> 'used' ->> 'regular')::bigint;
  d record;
  w ledger.wallets;
begin
  replayed := false;
  perform ledger.book_date(ledger.home_store());
  perform ledger.check_transaction(x);
  d := ledger.take_key(v_customer, 'convert', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    select d.act, d.code, d.n, d.replayed into transaction, code, n, replayed;
    return;
  end if;
  select * into w from ledger.wallets where user_id = v_customer for no key update;
  if not found then
    code := 'AUTH_REQUIRED';
  else
    perform ledger.check_held(p, x);
    code := x ->> 'code';
    n := (x ->> 'n')::bigint;
  end if;
  if code is not null then
    if x ? 'again' then
      perform ledger.give_key_back(v_customer, 'convert', p ->> 'key');
    else
      perform ledger.refuse_key(v_customer, 'convert', p ->> 'key', code, n);
    end if;
    return;
  end if;
  if v_limited + v_regular <> (p ->> 'points')::bigint or v_limited <> least((p ->> 'points')::bigint, w.point_limited)
    or v_yen <> (select coalesce(sum(b.yen), 0) from jsonb_to_recordset(x -> 'bonus') b (yen bigint))
    or exists (select from jsonb_to_recordset(x -> 'used' -> 'lots') u (points bigint) where u.points < 1)
    -- What a part ends with is the end of points that it is made of.
    or exists (
      select from jsonb_to_recordset(x -> 'bonus') b (until timestamptz)
      where b.until is distinct from ((w.point_regular_expires_on + 1)::timestamp at time zone 'Asia/Tokyo') - interval '1 second'
        and not exists (
          select from jsonb_to_recordset(x -> 'used' -> 'lots') u (lot uuid) join ledger.point_lots l on l.id = u.lot
          where l.user_id = v_customer and l.expires_at = b.until)) then
    raise exception 'an exchange of % points would take % limited and % regular ones for parts of other yen or ends than those of % yen',
      p ->> 'points', v_limited, v_regular, v_yen using errcode = 'check_violation';
  end if;
  -- An exchange is a use: what stays lives on.
  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'convert', 'customer_id', v_customer,
    'store_id', ledger.home_store(), 'rate_bp', x -> 'rate_bp', 'renews', true, 'transfers', jsonb_build_array(
      ledger.transfer('convert_points', 'point_limited', 'points_converted', v_limited),
      ledger.transfer('convert_points', 'point_regular', 'points_converted', v_regular),
      ledger.transfer('convert_balance', 'bonus_cost', 'balance_bonus', v_yen)),
    'new_bonus_lots', (
      select jsonb_agg(jsonb_build_object('amount', b.yen, 'until', b.until))
      from jsonb_to_recordset(x -> 'bonus') b (yen bigint, until timestamptz)),
    'point_lots', (
      select coalesce(jsonb_agg(jsonb_build_object('lot', u.lot, 'change', -u.points)), '[]')
      from jsonb_to_recordset(x -> 'used' -> 'lots') u (lot uuid, points bigint))));
  transaction := v_id;
end $$;
grant execute on function ledger.convert_points to shirogane_app;
