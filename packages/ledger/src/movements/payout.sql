-- Claimed rewards leave for a bank account: put aside at the request, let go when the bank says that it paid, and back
-- where they were when it did not, when the request is taken back, or when the bank calls the money back later. Nothing
-- but rewards is ever paid out.
--
-- Between the file and the bank's answer it is not known whether the money arrived. Until the answer is here it stays
-- put aside: it can neither be asked for again nor given back.

-- What is written of a payout and what was moved for it are one.
create or replace function ledger.payout_matches(p_id uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  o payouts;
  v_wrong boolean;
begin
  select * into o from payouts where id = p_id;
  select not coalesce(bool_and(t.id is not null and t.kind = 'payout' and t.customer_id = o.user_id
      and t.related_id is not distinct from m.related
      and coalesce(t.reward_change, 0) = m.reward and coalesce(t.payout_hold_change, 0) = m.hold
      and coalesce(t.payout_bank, 0) = m.bank and coalesce(t.payout_withheld, 0) = m.withheld
      and m.withheld = (select coalesce(sum(case when x.credit_kind = 'withholding' then x.amount
        when x.debit_kind = 'withholding' then -x.amount else 0 end), 0) from ledger.transfers x where x.transaction_id = t.id)), false)
  into v_wrong
  from (values
    (o.id, null::uuid, -o.amount, o.amount, 0::bigint, 0::bigint),
    (o.settlement_id, o.id, 0, -o.amount, o.amount - o.withheld, o.withheld),
    (o.return_id, o.id, o.amount, case when o.settlement_id is null then -o.amount else 0 end,
      case when o.settlement_id is null then 0 else o.withheld - o.amount end,
      case when o.settlement_id is null then 0 else -o.withheld end)) m (id, related, reward, hold, bank, withheld)
  left join ledger.transactions t on t.id = m.id
  where m.id is not null;
  if v_wrong then
    raise exception 'payout % is not what was moved for it', p_id using errcode = 'check_violation';
  end if;
end $$;

create or replace function ledger.payout_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.payout_matches(new.id);
  return null;
end $$;

-- A movement of a payout is one that its payout names.
create or replace function ledger.payout_named() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from payouts o where o.id = coalesce(new.related_id, new.id)
      and new.id in (o.id, o.settlement_id, o.return_id)) then
    raise exception 'movement % belongs to no payout', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What a month of payments has come to for one person, beside one payout: what was paid to bank accounts in it, by the days in
-- the files, and as balance; and what was withheld of it.
create or replace function ledger.withholding_month(
  p_user uuid, p_except uuid, p_on date, out paid bigint, out withheld bigint
) returns record
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(m.paid), 0), coalesce(sum(m.withheld), 0)
  from (
    select o.amount as paid, o.withheld
    from payouts o join payout_batches b on b.id = o.batch_id
    where o.user_id = p_user and o.id is distinct from p_except and o.status in ('exported', 'paid')
      and date_trunc('month', b.value_date) = date_trunc('month', p_on)
    union all
    select t.received_paid, 0
    from ledger.transactions t
    where t.customer_id = p_user and t.kind = 'reward' and t.reward_step = 'claim' and t.received_paid > 0
      and date_trunc('month', t.completed_at at time zone 'Asia/Tokyo') = date_trunc('month', p_on)
  ) m;
$$;
grant execute on function ledger.withholding_month to shirogane_app;

-- What is withheld from a payout that is paid on a day: of everything paid in its month above 120,000 yen 10.21 percent, cut
-- off, less what was withheld of the month before. What went untaxed before is not made up for, and a yen always arrives.
create or replace function ledger.withholding_of(p_user uuid, p_payout uuid, p_amount bigint, p_fee bigint, p_on date)
returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select case when (select s.value #>> '{}' from settings s where s.key = 'payout.withholding_mode') is distinct from 'gaikoin'
    then 0
    else (
      select least(p_amount - p_fee - 1, greatest(0, div(greatest(m.paid + p_amount - 120000, 0) * 1021, 10000)::bigint
        - greatest(m.withheld, div(greatest(m.paid - 120000, 0) * 1021, 10000)::bigint)))
      from ledger.withholding_month(p_user, p_payout, p_on) m)
    end;
$$;
grant execute on function ledger.withholding_of to shirogane_app;

-- Posts movements of payouts, one for a customer, in one statement: the door takes no more. `p_moves` lists id (of the
-- movement), payout_id, user_id, number of yen, which way: hold, settle, return or recall, and what of a settled or recalled
-- payout is withheld. The caller holds the wallets.
create or replace function ledger.post_payouts(p_moves jsonb, p_employee uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_store uuid := ledger.home_store();
begin
  perform ledger.book_date(v_store);
  perform ledger.post_movements((
    select jsonb_agg(jsonb_build_object('id', m.id, 'kind', 'payout', 'customer_id', m.user_id, 'store_id', v_store,
      'employee_id', p_employee, 'related_id', nullif(m.payout_id, m.id), 'transfers', case m.way
        when 'hold' then jsonb_build_array(ledger.transfer('payout_hold', 'reward', 'payout_hold', m.amount))
        when 'settle' then jsonb_build_array(
          ledger.transfer('payout_settle', 'payout_hold', 'bank_clearing', m.amount - coalesce(m.withheld, 0)),
          ledger.transfer('payout_withhold', 'payout_hold', 'withholding', coalesce(m.withheld, 0)))
        when 'return' then jsonb_build_array(ledger.transfer('payout_return', 'payout_hold', 'reward', m.amount))
        when 'recall' then jsonb_build_array(
          ledger.transfer('payout_recall', 'bank_clearing', 'reward', m.amount - coalesce(m.withheld, 0)),
          ledger.transfer('payout_withhold_back', 'withholding', 'reward', coalesce(m.withheld, 0))) end) order by m.ord)
    from rows from (jsonb_to_recordset(p_moves)
      as (id uuid, payout_id uuid, user_id uuid, amount bigint, way text, withheld bigint)) with ordinality
      m (id, payout_id, user_id, amount, way, withheld, ord)));
end $$;

-- What of a member's claimed rewards is theirs: what was taken back after the claim and is carried forward is not.
-- Below zero what was taken back lies in a payout that is under way.
create or replace function ledger.payable_reward(w ledger.wallets) returns bigint
language sql immutable parallel safe set search_path = ledger, pg_temp as $$
  select w.reward + least(w.reward_confirmed, 0);
$$;
grant execute on function ledger.payable_reward to shirogane_app;

-- Locks what a request for a payout touches until the commit, and answers the facts that it is decided by; null where its key has its
-- answer, or there is no such wallet. `p` asks as in `request_payout`.
create or replace function ledger.hold_request_payout(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_user uuid := (p ->> 'user_id')::uuid;
  w ledger.wallets;
begin
  perform ledger.book_date(ledger.home_store());
  if not ledger.hold_key(v_user, 'payout', p, (p ->> 'id')::uuid) then return null; end if;
  select * into w from ledger.wallets where user_id = v_user for no key update;
  if not found then return null; end if;
  return (
    select jsonb_build_object(
      'held', ledger.held_by(p),
      'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
      'is_stopped', u.suspended_at is not null or u.closed_at is not null,
      'is_affiliator', exists (select from affiliators a where a.user_id = v_user),
      'kyc_status', u.kyc_status, 'date_of_birth', u.date_of_birth, 'receivable', w.receivable,
      'are_stopped', ledger.payouts_are_stopped(v_user), 'are_frozen', ledger.payouts_are_frozen(),
      'method', (
        select jsonb_build_object('review', m.review, 'is_stopped', m.stopped_at is not null)
        from payout_methods m where m.id = (p ->> 'payout_method_id')::uuid),
      'has_open', exists (
        select from payouts o where o.user_id = v_user and o.status in ('requested', 'approved', 'exported')),
      'reward_confirmed', w.reward_confirmed, 'payable', ledger.payable_reward(w),
      'min', ledger.whole_setting(case when (p ->> 'automatic')::boolean then 'payout.auto_min' else 'payout.min' end),
      'max', ledger.whole_setting('payout.max'), 'fee', ledger.whole_setting('payout.fee_yen'),
      'month', case when (select q.value #>> '{}' from settings q where q.key = 'payout.withholding_mode') = 'gaikoin' then (
        select jsonb_build_object('paid', m.paid, 'withheld', m.withheld)
        from ledger.withholding_month(v_user, null, (p ->> 'value_date')::date) m) end)
    from users u where u.id = v_user);
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
  v_now timestamptz := ledger.now();
  v_id uuid := (p ->> 'id')::uuid;
  v_user uuid := (p ->> 'user_id')::uuid;
  v_key text := p ->> 'key';
  v_amount bigint := (x ->> 'amount')::bigint;
  v_fee bigint := (x ->> 'fee')::bigint;
  v_withheld bigint := (x ->> 'withheld')::bigint;
  d record;
  w ledger.wallets;
begin
  replayed := false;
  perform ledger.book_date(ledger.home_store());
  perform ledger.check_transaction(x);
  d := ledger.take_key(v_user, 'payout', v_key, (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    select d.act, d.code, d.n, d.replayed into payout, code, n, replayed;
    return;
  end if;
  select * into w from ledger.wallets where user_id = v_user for no key update;
  if not found then
    code := 'NOT_AFFILIATOR';
  else
    perform ledger.check_held(p, x);
    code := x ->> 'code';
    n := (x ->> 'n')::bigint;
  end if;
  if code is not null then
    if x ? 'again' then
      perform ledger.give_key_back(v_user, 'payout', v_key);
    else
      perform ledger.refuse_key(v_user, 'payout', v_key, code, n);
    end if;
    return;
  end if;
  -- What no decision may do, however it came about.
  if v_amount <> coalesce((p ->> 'amount')::bigint, v_amount) or v_amount > ledger.payable_reward(w)
    or v_fee <> (p ->> 'fee')::bigint or v_withheld <> coalesce((p ->> 'withheld')::bigint, v_withheld)
    or v_withheld <> ledger.withholding_of(v_user, null, v_amount, v_fee, (p ->> 'value_date')::date)
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
    p ->> 'holder_kana', (p ->> 'cutoff_at')::timestamptz, (p ->> 'value_date')::date, v_now);
  perform ledger.post_payouts(jsonb_build_array(jsonb_build_object('id', v_id, 'payout_id', v_id, 'user_id', v_user,
    'amount', v_amount, 'way', 'hold')), null);
  payout := v_id;
end $$;
grant execute on function ledger.request_payout to shirogane_app;

-- Whether this person may look after the payouts of others at this moment.
create or replace function ledger.pays_out(p_employee uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select exists (select from employees e join users u on u.id = e.user_id
    where e.user_id = p_employee and e.active and public.holds(e.type, 'payout') and u.suspended_at is null);
$$;

-- A request is taken back: by its member until the cut-off, as long as it is not approved, or by accounting until it is
-- in a file. A second time it is the same act.
create or replace function ledger.cancel_payout(
  p_id uuid, p_return uuid, p_member uuid, p_employee uuid, p_reason text, out code text, out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  o payouts;
begin
  replayed := false;
  perform ledger.book_date(ledger.home_store());
  select * into o from payouts where id = p_id and (p_member is null or user_id = p_member) for update;
  if not found then code := 'TXN_NOT_FOUND'; return; end if;
  if p_member is null and not ledger.pays_out(p_employee) then code := 'FORBIDDEN'; return; end if;
  if o.status = 'canceled' then replayed := true; return; end if;
  if p_member is not null and (o.status <> 'requested' or o.cutoff_at <= v_now) then
    code := 'PAYOUT_CANCEL_CLOSED';
    return;
  end if;
  if o.status not in ('requested', 'approved') then code := 'PAYOUT_STATE'; return; end if;
  perform 1 from ledger.wallets w where w.user_id = o.user_id for no key update;
  perform ledger.post_payouts(jsonb_build_array(jsonb_build_object('id', p_return, 'payout_id', o.id, 'user_id', o.user_id,
    'amount', o.amount, 'way', 'return')), p_employee);
  update payouts set status = 'canceled', canceled_at = v_now, canceled_by = p_employee, cancel_reason = p_reason,
    return_id = p_return where id = o.id;
end $$;
grant execute on function ledger.cancel_payout to shirogane_app;

-- Approves all of these requests or none. `n` is the reference of the one that stands against it.
create or replace function ledger.approve_payouts(p_ids uuid[], p_employee uuid, out code text, out n bigint) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  o record;
  v_found int := 0;
begin
  if not ledger.pays_out(p_employee) then code := 'FORBIDDEN'; return; end if;
  for o in
    select q.id, q.reference, q.status, q.user_id, u.kyc_status, u.suspended_at, u.closed_at, w.receivable,
      ledger.payable_reward(w) as payable,
      ledger.is_own_account(p_employee, q.user_id) as is_own
    from payouts q join users u on u.id = q.user_id join ledger.wallets w on w.user_id = q.user_id
    where q.id = any (p_ids) order by q.id for update of q
  loop
    v_found := v_found + 1;
    n := o.reference;
    code := case
      when o.is_own then 'PAYOUT_SELF'
      when o.status <> 'requested' then 'PAYOUT_STATE'
      when o.kyc_status <> 'approved' or o.suspended_at is not null or o.closed_at is not null or o.receivable > 0
        or o.payable < 0 or ledger.payouts_are_stopped(o.user_id) then 'PAYOUT_HELD'
    end;
    if code is not null then return; end if;
  end loop;
  n := null;
  if v_found <> cardinality(p_ids) then code := 'NOT_FOUND'; return; end if;
  if ledger.payouts_are_frozen() then code := 'PAYOUT_FROZEN'; return; end if;
  update payouts set status = 'approved', approved_by = p_employee, approved_at = ledger.now() where id = any (p_ids);
end $$;
grant execute on function ledger.approve_payouts to shirogane_app;

-- What can go into a file now, locked until the commit: approved by another person, past its cut-off, of members who
-- may still be paid and owe nothing, rewards that were taken back among it. Their wallets are held as well, so that no
-- claim and no purchase on credit comes between what the file says and its commit. First transfers to an account are
-- marked.
create or replace function ledger.take_payouts(p_employee uuid) returns table (
  id uuid, reference bigint, amount bigint, fee bigint, value_date date, bank_code text, bank_kana text, branch_code text,
  branch_kana text, account_type text, encrypted_account bytea, holder_kana text, is_first boolean
)
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_ids uuid[];
begin
  select array_agg(x.id) into v_ids
  from (
    select o.id from payouts o
    where o.status = 'approved' and o.cutoff_at <= ledger.now() and ledger.independent(o.approved_by, p_employee)
      and not ledger.is_own_account(p_employee, o.user_id)
    order by o.id for update) x;
  perform 1
  from (select o.user_id from payouts o where o.id = any (v_ids) order by 1) x
  join lateral (select 1 from ledger.wallets q where q.user_id = x.user_id for no key update) l on true;
  if ledger.payouts_are_frozen() then return; end if;
  -- Only now: what stands against a member may have changed while this waited for the wallets.
  return query
  select o.id, o.reference, o.amount, o.fee, o.value_date, o.bank_code, o.bank_kana, o.branch_code, o.branch_kana,
    o.account_type, o.encrypted_account, o.holder_kana,
    not exists (select from payouts e where e.user_id = o.user_id and e.account_key = o.account_key and e.batch_id is not null)
  from payouts o join users u on u.id = o.user_id join ledger.wallets w on w.user_id = o.user_id
  where o.id = any (v_ids) and u.kyc_status = 'approved' and u.suspended_at is null and u.closed_at is null
    and w.receivable = 0 and ledger.payable_reward(w) >= 0 and not ledger.payouts_are_stopped(o.user_id)
  order by o.reference;
end $$;
grant execute on function ledger.take_payouts to shirogane_app;

-- Writes down the file that carries these payouts, in this order, each less what its line leaves out for the tax. What is in a
-- file is in no other. What is withheld is settled here, by the day on which the file pays: a file that says it otherwise in a
-- single line, because a setting or a member's month has changed since it was made, is refused.
create or replace function ledger.export_payouts(
  p_id uuid, p_employee uuid, p_ids uuid[], p_withheld bigint[], p_value_date date, p_encrypted bytea, p_sha256 bytea, p_total bigint
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_day text := to_char(v_now at time zone 'Asia/Tokyo', 'YYYYMMDD');
  v_rows int;
begin
  if not ledger.pays_out(p_employee) then return 'FORBIDDEN'; end if;
  perform pg_advisory_xact_lock(hashtextextended('payout file', 0));
  if ledger.payouts_are_frozen() then return 'PAYOUT_FROZEN'; end if;
  if exists (
    select from unnest(p_ids, p_withheld) x (id, withheld) left join payouts o on o.id = x.id
    where x.withheld is distinct from ledger.withholding_of(o.user_id, o.id, o.amount, o.fee, p_value_date)) then
    return 'CONFLICT';
  end if;
  insert into payout_batches (id, number, value_date, transfers, total, encrypted_file, sha256, exported_by, exported_at)
  select p_id, v_day || '-F' || lpad((1 + (select count(*) from payout_batches b where b.number like v_day || '-F%'))::text, 2, '0'),
    p_value_date, count(*), sum(o.amount - o.fee - x.withheld), p_encrypted, p_sha256, p_employee, v_now
  from unnest(p_ids, p_withheld) x (id, withheld) join payouts o on o.id = x.id
  having sum(o.amount - o.fee - x.withheld) = p_total;
  if not found then return 'CONFLICT'; end if;
  update payouts o set status = 'exported', batch_id = p_id, line = x.line, exported_by = p_employee, withheld = x.withheld
  from unnest(p_ids, p_withheld) with ordinality x (id, withheld, line) where o.id = x.id and o.status = 'approved';
  get diagnostics v_rows = row_count;
  if v_rows <> cardinality(p_ids) then
    raise exception 'what is in the file % was not all approved', p_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
grant execute on function ledger.export_payouts to shirogane_app;

-- What the bank said of payouts of one file, taken whole or not at all. `p_results` lists payout_id, outcome and the id of
-- the movement it makes. What was said before may be said again; said otherwise, it refuses all. Answers which payouts are
-- known now that were not before.
create or replace function ledger.record_payout_results(
  p_batch uuid, p_employee uuid, p_results jsonb, p_sha256 bytea, out code text, out n bigint, out settled uuid[]
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_found int;
begin
  settled := '{}';
  if not ledger.pays_out(p_employee) then code := 'FORBIDDEN'; return; end if;
  perform ledger.book_date(ledger.home_store());
  perform 1 from payouts o where o.batch_id = p_batch order by o.id for update;
  select count(*), min(o.reference) filter (where o.status <> 'exported'
    and (o.status, o.failure) is distinct from (case r.outcome when 'paid' then 'paid' else 'failed' end, nullif(r.outcome, 'paid')))
  into v_found, n
  from jsonb_to_recordset(p_results) r (payout_id uuid, outcome text)
  join payouts o on o.id = r.payout_id and o.batch_id = p_batch;
  if v_found <> jsonb_array_length(p_results)
    or v_found <> (select count(distinct r.payout_id) from jsonb_to_recordset(p_results) r (payout_id uuid)) then
    code := 'NOT_FOUND';
    n := null;
    return;
  end if;
  if n is not null then code := 'PAYOUT_FILE_CONFLICT'; return; end if;
  -- An employee cannot say of a payout of their own that the bank did not pay it, for that would bring the same money
  -- twice; and by hand they say nothing of it at all.
  if exists (
    select from jsonb_to_recordset(p_results) r (payout_id uuid, outcome text)
    join payouts o on o.id = r.payout_id and o.status = 'exported'
    where (r.outcome <> 'paid' or p_sha256 is null) and ledger.is_own_account(p_employee, o.user_id)) then
    code := 'PAYOUT_SELF';
    return;
  end if;

  select coalesce(array_agg(o.id order by o.id), '{}') into settled
  from jsonb_to_recordset(p_results) r (payout_id uuid) join payouts o on o.id = r.payout_id and o.status = 'exported';
  if cardinality(settled) > 0 then
    perform 1
    from (select o.user_id from payouts o where o.id = any (settled) order by 1) x
    join lateral (select 1 from ledger.wallets q where q.user_id = x.user_id for no key update) l on true;
    perform ledger.post_payouts((
      select jsonb_agg(jsonb_build_object('id', r.transaction_id, 'payout_id', o.id, 'user_id', o.user_id, 'amount', o.amount,
        'withheld', o.withheld, 'way', case r.outcome when 'paid' then 'settle' else 'return' end) order by o.user_id)
      from jsonb_to_recordset(p_results) r (payout_id uuid, outcome text, transaction_id uuid)
      join payouts o on o.id = r.payout_id and o.status = 'exported'), p_employee);
    update payouts o set status = case r.outcome when 'paid' then 'paid' else 'failed' end, failure = nullif(r.outcome, 'paid'),
      settled_at = v_now, settled_by = p_employee,
      settlement_id = case r.outcome when 'paid' then r.transaction_id end,
      return_id = case when r.outcome <> 'paid' then r.transaction_id end
    from jsonb_to_recordset(p_results) r (payout_id uuid, outcome text, transaction_id uuid)
    where o.id = r.payout_id and o.id = any (settled);
  end if;
  if p_sha256 is not null then
    insert into payout_results (batch_id, sha256, paid, failed, imported_by, imported_at)
    select p_batch, p_sha256, count(*) filter (where r.outcome = 'paid'), count(*) filter (where r.outcome <> 'paid'),
      p_employee, v_now
    from jsonb_to_recordset(p_results) r (outcome text)
    on conflict do nothing;
  end if;
end $$;
grant execute on function ledger.record_payout_results to shirogane_app;

-- The money came back after the bank had paid it: it is the member's reward again. A second time it is the same
-- act. For a payout of one's own, a colleague says so.
create or replace function ledger.recall_payout(
  p_id uuid, p_return uuid, p_employee uuid, p_failure text, out code text, out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  o payouts;
begin
  replayed := false;
  if not ledger.pays_out(p_employee) then code := 'FORBIDDEN'; return; end if;
  perform ledger.book_date(ledger.home_store());
  select * into o from payouts where id = p_id for update;
  if not found then code := 'NOT_FOUND'; return; end if;
  if ledger.is_own_account(p_employee, o.user_id) then
    code := 'PAYOUT_SELF';
    return;
  end if;
  if o.recalled_at is not null and o.failure = p_failure then replayed := true; return; end if;
  if o.status <> 'paid' then code := 'PAYOUT_STATE'; return; end if;
  perform 1 from ledger.wallets w where w.user_id = o.user_id for no key update;
  perform ledger.post_payouts(jsonb_build_array(jsonb_build_object('id', p_return, 'payout_id', o.id, 'user_id', o.user_id,
    'amount', o.amount, 'withheld', o.withheld, 'way', 'recall')), p_employee);
  update payouts set status = 'failed', failure = p_failure, return_id = p_return, recalled_at = ledger.now(),
    recalled_by = p_employee where id = o.id;
end $$;
grant execute on function ledger.recall_payout to shirogane_app;
