-- Claimed rewards leave for a bank account: put aside at the request, let go when the bank says that it paid, and back
-- where they were when it did not, when the request is taken back, or when the bank calls the money back later. Nothing
-- but rewards is ever paid out.
--
-- Between the file and the bank's answer it is not known whether the money arrived. Until the answer is here it stays
-- put aside: it can neither be asked for again nor given back.

-- The movements that a payout names, and what each of them moved.
create or replace function ledger.payout_moves(o public.payouts)
returns table (id uuid, related_id uuid, reward bigint, hold bigint, bank bigint, withheld bigint)
language sql immutable as $$
  select m.id, m.related_id, m.reward, m.hold, m.bank, m.withheld
  from (values
    (o.id, null::uuid, -o.amount, o.amount, 0::bigint, 0::bigint),
    (o.settlement_id, o.id, 0, -o.amount, o.amount - o.withheld, o.withheld),
    (o.return_id, o.id, o.amount, case when o.settlement_id is null then -o.amount else 0 end,
      case when o.settlement_id is null then 0 else o.withheld - o.amount end,
      case when o.settlement_id is null then 0 else -o.withheld end)) m (id, related_id, reward, hold, bank, withheld)
  where m.id is not null;
$$;

-- What is written of a payout and what was moved for it are one.
create or replace function ledger.payout_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if exists (
    select from payouts o cross join lateral ledger.payout_moves(o) m left join ledger.movements t on t.id = m.id
    left join lateral ledger.rewards_changed(m.id) c on true
    where o.id = new.id
      and (t.kind, t.customer_id, t.related_id, c.reward, c.hold, c.bank, c.withheld)
        is distinct from ('payout', o.user_id, m.related_id, m.reward, m.hold, m.bank, m.withheld)) then
    raise exception 'payout % is not what was moved for it', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A movement of a payout is one that its payout names.
create or replace function ledger.check_payout_named(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from payouts o where o.id = coalesce(t.related_id, t.id)
      and t.id in (o.id, o.settlement_id, o.return_id)) then
    raise exception 'movement % belongs to no payout', t.id using errcode = 'check_violation';
  end if;
end $$;

-- What one person is paid around a day, beside one payout, as `withholdingMonth` of packages/domain reads it: payouts by
-- the days in their files, and rewards as balance by the days in Japan on which they were claimed. A month on either side
-- has the whole month of that day in it.
create or replace function ledger.payments_around(p_user uuid, p_except uuid, p_on date) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object(
    'mode', (select s.value #>> '{}' from settings s where s.key = 'payout.withholding_mode'),
    'on', p_on,
    'payouts', (
      select coalesce(jsonb_agg(jsonb_build_object('on', b.value_date, 'status', o.status, 'amount', o.amount,
        'withheld', o.withheld)), '[]')
      from payouts o join payout_batches b on b.id = o.batch_id
      where o.user_id = p_user and o.id is distinct from p_except and b.value_date between p_on - 31 and p_on + 31),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object('on', c.on_date, 'amount', t.received_paid)), '[]')
      from ledger.movements t
      cross join lateral (select (t.completed_at at time zone 'Asia/Tokyo')::date as on_date) c
      where t.customer_id = p_user and t.kind = 'reward' and t.step = 'claim' and t.received_paid > 0
        and c.on_date between p_on - 31 and p_on + 31));
$$;
grant execute on function ledger.payments_around to shirogane_app;

-- Whether this person may look after the payouts of others at this moment.
create or replace function ledger.pays_out(p_employee uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select exists (select from employees e join users u on u.id = e.user_id
    where e.user_id = p_employee and e.active and public.holds(e.type, 'payout') and u.suspended_at is null);
$$;

-- A payout as rules read it (`Payout` of packages/domain); null where there is none.
create or replace function ledger.payout_facts(o public.payouts, p_employee uuid) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', o.id, 'reference', o.reference, 'user_id', o.user_id, 'amount', o.amount, 'fee', o.fee,
    'withheld', o.withheld, 'status', o.status, 'failure', o.failure, 'is_recalled', o.recalled_at is not null,
    'is_past_cutoff', o.cutoff_at <= ledger.now(), 'is_own', ledger.is_own_account(p_employee, o.user_id))
  where o.id is not null;
$$;

-- What its member's standing says about paying it (`PayoutStanding` of packages/domain).
create or replace function ledger.payout_standing(o public.payouts) returns jsonb
language sql stable as $$
  select jsonb_build_object('is_suspended', u.suspended_at is not null or u.closed_at is not null,
    'kyc_status', u.kyc_status,
    'is_stopped', exists (select from payout_stops s where s.user_id = o.user_id and s.lifted_at is null),
    'receivable', w.receivable, 'reward', w.reward, 'reward_confirmed', w.reward_confirmed, 'holder_kana', o.holder_kana,
    'kyc_name_kana', concat_ws(' ', u.last_name_kana, u.first_name_kana))
  from users u join ledger.wallets w on w.user_id = u.id where u.id = o.user_id;
$$;

-- Locks the wallets of these payouts, whose rows the caller holds, until the commit.
create or replace function ledger.hold_payees(p_ids uuid[]) returns void
language sql set search_path = ledger, public, pg_temp as $$
  select from (select o.user_id from payouts o where o.id = any (p_ids) order by 1) x
  join lateral (select from ledger.wallets q where q.user_id = x.user_id for no key update) l on true;
$$;

-- Begins the posting of what was decided of payouts: by their member, or by who may look after them at this moment, no
-- matter how the decision came about. Answers why nothing is posted, or null.
create or replace function ledger.begin_payout(p jsonb, x jsonb) returns text
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  if x ->> 'code' is null and p ->> 'member_id' is null and not ledger.pays_out((p ->> 'actor_id')::uuid) then
    raise exception '% may not look after payouts', p ->> 'actor_id' using errcode = 'check_violation';
  end if;
  return x ->> 'code';
end $$;

-- Posts movements of payouts as they were decided, each of another customer, in one statement. The caller holds the
-- wallets.
create or replace function ledger.post_payouts(p jsonb) returns void
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if exists (select from jsonb_to_recordset(p) m (kind text) where m.kind is distinct from 'payout') then
    raise exception 'a movement of another kind than a payout is posted by an act of its own'
      using errcode = 'check_violation';
  end if;
  perform ledger.post_movements((select jsonb_agg(y - '{number,opened_at}'::text[] order by n)
    from jsonb_array_elements(p) with ordinality e (y, n)));
end $$;

-- Locks what a request for a payout touches until the commit, and answers the facts that it is decided by; null where its key has its
-- answer. `p` asks as in `request_payout`.
create or replace function ledger.hold_request_payout(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_user uuid := (p ->> 'user_id')::uuid;
begin
  perform ledger.book_date(ledger.home_store());
  if not ledger.hold_key(v_user, 'payout', p, (p ->> 'id')::uuid) then return null; end if;
  perform 1 from ledger.wallets where user_id = v_user for no key update;
  return (
    select jsonb_build_object(
      'held', ledger.held_by(p),
      'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
      'is_stopped', u.suspended_at is not null or u.closed_at is not null,
      'is_affiliator', exists (select from affiliators a where a.user_id = w.user_id),
      'kyc_status', u.kyc_status, 'date_of_birth', u.date_of_birth, 'receivable', w.receivable,
      'are_stopped', ledger.payouts_are_stopped(v_user), 'are_frozen', ledger.payouts_are_frozen(),
      'method', (
        select jsonb_build_object('review', m.review, 'is_stopped', m.stopped_at is not null)
        from payout_methods m where m.id = (p ->> 'payout_method_id')::uuid),
      'has_open', exists (
        select from payouts o where o.user_id = v_user and o.status in ('requested', 'approved', 'exported')),
      'reward', w.reward, 'reward_confirmed', w.reward_confirmed,
      'min', ledger.whole_setting('payout.min'), 'auto_min', ledger.whole_setting('payout.auto_min'),
      'max', ledger.whole_setting('payout.max'), 'fee', ledger.whole_setting('payout.fee_yen'),
      'home_store', ledger.home_store(),
      'payments', ledger.payments_around(v_user, null, (p ->> 'value_date')::date))
    from users u left join ledger.wallets w on w.user_id = u.id where u.id = v_user);
end $$;
grant execute on function ledger.hold_request_payout to shirogane_app;

drop function if exists ledger.request_payout(jsonb, jsonb);

-- Puts rewards aside for a bank account as it was decided, once for a key. `p` asks: id, user_id, key, request_hash, amount (null:
-- all that can be paid out), automatic, cutoff_at, value_date, fee, withheld (what the member was shown; null: the sum
-- that it comes to), and the account: payout_method_id, bank_code, bank_name, bank_kana, branch_code, branch_name,
-- branch_kana, account_type, account_tail, encrypted_account, account_key, holder_kana. `x` is the plan or the refusal that
-- `requestPayout` made of the facts of `hold_request_payout` in this database transaction; a refusal with `again` leaves no trace.
create function ledger.request_payout(
  p jsonb, x jsonb, out payout uuid, out code text, out n bigint, out replayed boolean
) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_user uuid := (p ->> 'user_id')::uuid;
  v_amount bigint := (x ->> 'amount')::bigint;
  v_fee bigint := (x ->> 'fee')::bigint;
  v_withheld bigint := (x ->> 'withheld')::bigint;
  d record;
begin
  d := ledger.answer_act(v_user, 'payout', p, v_id, x);
  select d.act, d.code, d.n, d.replayed into payout, code, n, replayed;
  if d.is_over then return; end if;
  -- What no decision may do, however it came about.
  if v_amount <> coalesce((p ->> 'amount')::bigint, v_amount)
    or v_fee <> (p ->> 'fee')::bigint or v_withheld <> coalesce((p ->> 'withheld')::bigint, v_withheld)
    or ledger.payouts_are_stopped(v_user) or ledger.payouts_are_frozen() then
    raise exception 'a payout of % yen of %, with % for the bank and % for the tax, is not what was asked or may leave',
      v_amount, v_user, v_fee, v_withheld using errcode = 'check_violation';
  end if;

  insert into payouts (id, user_id, amount, fee, withheld, automatic, payout_method_id, bank_code, bank_name, bank_kana, branch_code,
    branch_name, branch_kana, account_type, account_tail, encrypted_account, account_key, holder_kana, cutoff_at, value_date,
    requested_at)
  values (v_id, v_user, v_amount, v_fee, v_withheld, (p ->> 'automatic')::boolean, (p ->> 'payout_method_id')::uuid,
    p ->> 'bank_code', p ->> 'bank_name', p ->> 'bank_kana', p ->> 'branch_code', p ->> 'branch_name', p ->> 'branch_kana',
    p ->> 'account_type', p ->> 'account_tail', decode(p ->> 'encrypted_account', 'hex'), p ->> 'account_key',
    p ->> 'holder_kana', (p ->> 'cutoff_at')::timestamptz, (p ->> 'value_date')::date, ledger.now());
  perform ledger.post_payouts(x -> 'movements');
  payout := v_id;
end $$;
grant execute on function ledger.request_payout to shirogane_app;

-- Locks a payout and its member's wallet until the commit, and answers the facts that `cancelPayout` and `recallPayout` of
-- packages/domain decide by. `p` asks: id, return_id (of the movement that brings the money back), member_id (whose payout
-- it has to be) or actor_id (of staff), and reason or failure.
create or replace function ledger.hold_payout(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_member uuid := (p ->> 'member_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_home uuid := ledger.home_store();
  o payouts;
begin
  perform ledger.book_date(v_home);
  select * into o from payouts where id = (p ->> 'id')::uuid and (v_member is null or user_id = v_member) for update;
  perform ledger.hold_payees(array[o.id]);
  return jsonb_build_object('held', ledger.held_by(p), 'is_entitled', ledger.pays_out(v_actor),
    'payout', ledger.payout_facts(o, v_actor), 'home_store', v_home);
end $$;
grant execute on function ledger.hold_payout to shirogane_app;

-- Takes a request back as it was decided. A second time it is the same act. `p` asks as above.
create or replace function ledger.cancel_payout(p jsonb, x jsonb, out code text, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  code := ledger.begin_payout(p, x);
  replayed := code is null and x -> 'movements' = '[]';
  if code is not null or replayed then return; end if;
  perform ledger.post_payouts(x -> 'movements');
  update payouts set status = 'canceled', canceled_at = ledger.now(), canceled_by = (p ->> 'actor_id')::uuid,
    cancel_reason = p ->> 'reason', return_id = (p ->> 'return_id')::uuid
  where id = (p ->> 'id')::uuid and user_id = coalesce((p ->> 'member_id')::uuid, user_id);
end $$;
grant execute on function ledger.cancel_payout to shirogane_app;

-- Locks requests until the commit, and answers the facts that `approvePayouts` of packages/domain decides by. `p` asks:
-- actor_id, ids.
create or replace function ledger.hold_approve_payouts(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_ids uuid[] := array(select i::uuid from jsonb_array_elements_text(p -> 'ids') i);
begin
  perform 1 from payouts o where o.id = any (v_ids) order by o.id for update;
  return jsonb_build_object('held', ledger.held_by(p), 'is_entitled', ledger.pays_out(v_actor),
    'payouts', (
      select coalesce(jsonb_agg(ledger.payout_facts(o, v_actor) || ledger.payout_standing(o) order by o.id), '[]')
      from payouts o where o.id = any (v_ids)),
    'are_frozen', ledger.payouts_are_frozen());
end $$;
grant execute on function ledger.hold_approve_payouts to shirogane_app;

-- Approves all of these requests as it was decided. `p` asks as above.
create or replace function ledger.approve_payouts(p jsonb, x jsonb, out code text, out n bigint) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  code := ledger.begin_payout(p, x);
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;
  update payouts set status = 'approved', approved_by = (p ->> 'actor_id')::uuid, approved_at = ledger.now()
  where id in (select i::uuid from jsonb_array_elements_text(p -> 'ids') i);
end $$;
grant execute on function ledger.approve_payouts to shirogane_app;

-- Locks what waits for a file past its cut-off until the commit, with the wallets of its members, so that no claim and no
-- purchase on credit comes between what the file says and its commit. Answers what `takePayouts` of packages/domain chooses
-- from. First transfers to an account are marked.
create or replace function ledger.hold_take_payouts(p_employee uuid) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_ids uuid[];
begin
  select array_agg(x.id) into v_ids
  from (
    select o.id from payouts o where o.status = 'approved' and o.cutoff_at <= ledger.now() order by o.id for update) x;
  perform ledger.hold_payees(v_ids);
  -- Only now: what stands against a member may have changed while this waited for the wallets.
  return jsonb_build_object('are_frozen', ledger.payouts_are_frozen(), 'payouts', (
    select coalesce(jsonb_agg(ledger.payout_facts(o, p_employee) || ledger.payout_standing(o)
      || jsonb_build_object('is_approver', o.approved_by = p_employee,
        'is_linked', not ledger.independent(o.approved_by, p_employee), 'value_date', o.value_date,
        'bank_code', o.bank_code, 'bank_kana', o.bank_kana, 'branch_code', o.branch_code, 'branch_kana', o.branch_kana,
        'account_type', o.account_type, 'encrypted_account', encode(o.encrypted_account, 'hex'),
        'is_first', not exists (
          select from payouts e
          where e.user_id = o.user_id and e.account_key = o.account_key and e.batch_id is not null))
      order by o.reference), '[]')
    from payouts o where o.id = any (v_ids)));
end $$;
grant execute on function ledger.hold_take_payouts to shirogane_app;

-- Payouts as lines of a file that pays them on a day, in this order, with what `withholdingMonth` of packages/domain is told of each.
create or replace function ledger.payout_lines(p_ids uuid[], p_on date) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'amount', o.amount, 'fee', o.fee,
    'payments', ledger.payments_around(o.user_id, o.id, p_on)) order by x.line), '[]')
  from unnest(p_ids) with ordinality x (id, line) join payouts o on o.id = x.id;
$$;
grant execute on function ledger.payout_lines to shirogane_app;

-- Locks what a file carries until the commit, and answers the facts that `exportPayouts` of packages/domain decides by. `p`
-- asks: id, actor_id, value_date, lines (id and withheld), total, sha256.
create or replace function ledger.hold_export_payouts(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_ids uuid[] := array(select l.id from jsonb_to_recordset(p -> 'lines') l (id uuid));
begin
  perform 1 from payouts o where o.id = any (v_ids) order by o.id for update;
  perform ledger.hold_payees(v_ids);
  perform pg_advisory_xact_lock(hashtextextended('payout file', 0));
  return jsonb_build_object('held', ledger.held_by(p), 'is_entitled', ledger.pays_out((p ->> 'actor_id')::uuid),
    'are_frozen', ledger.payouts_are_frozen(), 'lines', ledger.payout_lines(v_ids, (p ->> 'value_date')::date));
end $$;
grant execute on function ledger.hold_export_payouts to shirogane_app;

-- Writes down the file that carries these payouts, in this order, each less what its line leaves out for the tax. What is in a
-- file is in no other. `p` asks as above.
create or replace function ledger.export_payouts(p jsonb, x jsonb, p_encrypted bytea) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_day text := to_char(ledger.now() at time zone 'Asia/Tokyo', 'YYYYMMDD');
  v_id uuid := (p ->> 'id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_code text := ledger.begin_payout(p, x);
begin
  if v_code is not null then return v_code; end if;
  insert into payout_batches (id, number, value_date, transfers, total, encrypted_file, sha256, exported_by, exported_at)
  select v_id, v_day || '-F' || lpad((1 + (select count(*) from payout_batches b where b.number like v_day || '-F%'))::text, 2, '0'),
    (p ->> 'value_date')::date, count(*), sum(o.amount - o.fee - l.withheld), p_encrypted, (p ->> 'sha256')::bytea, v_actor,
    ledger.now()
  from jsonb_to_recordset(p -> 'lines') l (id uuid, withheld bigint) join payouts o on o.id = l.id and o.status = 'approved'
  having count(*) = jsonb_array_length(p -> 'lines') and sum(o.amount - o.fee - l.withheld) = (p ->> 'total')::bigint;
  if not found then
    raise exception 'the file % is not what was approved of its payouts', v_id using errcode = 'check_violation';
  end if;
  update payouts o set status = 'exported', batch_id = v_id, line = l.line, exported_by = v_actor, withheld = l.withheld
  from rows from (jsonb_to_recordset(p -> 'lines') as (id uuid, withheld bigint)) with ordinality l (id, withheld, line)
  where o.id = l.id;
  return null;
end $$;
grant execute on function ledger.export_payouts to shirogane_app;

-- Locks the payouts of a file until the commit, and answers the facts that `recordPayoutResults` of packages/domain decides
-- by. `p` asks: actor_id, batch_id, results (payout_id, outcome, and the id of the movement that it makes), sha256 (of the
-- bank's file; null where it was said by hand).
create or replace function ledger.hold_record_payout_results(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_batch uuid := (p ->> 'batch_id')::uuid;
  v_home uuid := ledger.home_store();
  v_ids uuid[] := array(select r.payout_id from jsonb_to_recordset(p -> 'results') r (payout_id uuid));
begin
  perform ledger.book_date(v_home);
  perform 1 from payouts o where o.batch_id = v_batch order by o.id for update;
  perform ledger.hold_payees(array(
    select o.id from payouts o where o.batch_id = v_batch and o.status = 'exported' and o.id = any (v_ids)));
  return jsonb_build_object('held', ledger.held_by(p), 'is_entitled', ledger.pays_out(v_actor),
    'payouts', (
      select coalesce(jsonb_agg(ledger.payout_facts(o, v_actor) order by o.user_id), '[]')
      from payouts o where o.batch_id = v_batch and o.id = any (v_ids)),
    'home_store', v_home);
end $$;
grant execute on function ledger.hold_record_payout_results to shirogane_app;

-- Writes down what the bank said as it was decided. Answers which payouts are known now that were not before. `p` asks as
-- above.
create or replace function ledger.record_payout_results(
  p jsonb, x jsonb, out code text, out n bigint, out settled uuid[]
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_actor uuid := (p ->> 'actor_id')::uuid;
begin
  settled := array(select m.related_id from jsonb_to_recordset(x -> 'movements') m (related_id uuid));
  code := ledger.begin_payout(p, x);
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;
  if cardinality(settled) > 0 then
    perform ledger.post_payouts(x -> 'movements');
    update payouts o set status = case r.outcome when 'paid' then 'paid' else 'failed' end, failure = nullif(r.outcome, 'paid'),
      settled_at = v_now, settled_by = v_actor,
      settlement_id = case r.outcome when 'paid' then r.transaction_id end,
      return_id = case when r.outcome <> 'paid' then r.transaction_id end
    from jsonb_to_recordset(p -> 'results') r (payout_id uuid, outcome text, transaction_id uuid)
    where o.batch_id = (p ->> 'batch_id')::uuid and o.id = r.payout_id and o.id = any (settled);
  end if;
  if p ->> 'sha256' is not null then
    insert into payout_results (batch_id, sha256, paid, failed, imported_by, imported_at)
    select (p ->> 'batch_id')::uuid, (p ->> 'sha256')::bytea, count(*) filter (where r.outcome = 'paid'),
      count(*) filter (where r.outcome <> 'paid'), v_actor, v_now
    from jsonb_to_recordset(p -> 'results') r (outcome text)
    on conflict do nothing;
  end if;
end $$;
grant execute on function ledger.record_payout_results to shirogane_app;

-- The money came back after the bank had paid it, and is the member's reward again. A second time it is the same act. `p`
-- asks as in `hold_payout`.
create or replace function ledger.recall_payout(p jsonb, x jsonb, out code text, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  code := ledger.begin_payout(p, x);
  replayed := code is null and x -> 'movements' = '[]';
  if code is not null or replayed then return; end if;
  perform ledger.post_payouts(x -> 'movements');
  update payouts set status = 'failed', failure = p ->> 'failure', return_id = (p ->> 'return_id')::uuid,
    recalled_at = ledger.now(), recalled_by = (p ->> 'actor_id')::uuid
  where id = (p ->> 'id')::uuid;
end $$;
grant execute on function ledger.recall_payout to shirogane_app;
