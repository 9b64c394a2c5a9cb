-- The customer's approval of a large payment, of a deferred one, and of a move of their points to another member: asked
-- before anything moves, given on their own phone within a minute, good for exactly what they saw, once. Codes are
-- locked before checkouts, and confirmations after both.

-- How a question stands, as the rules of packages/domain read it (`QuestionFacts`); null where there is none.
create or replace function ledger.question_facts(c ledger.confirmations) returns jsonb
language sql stable
set search_path = ledger, public, pg_temp
as $$
  select case when c.id is not null then jsonb_build_object('state', c.state,
    'is_answer_over', c.expires_at <= ledger.now(), 'is_use_over', c.use_until <= ledger.now()) end;
$$;

-- What was asked stays as it was asked, and each step is taken once, in its order and in its time.
create or replace function ledger.confirmation_moves() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
begin
  if (to_jsonb(new) - '{state,decided_at,decided_by,ended_at}'::text[])
    is distinct from (to_jsonb(old) - '{state,decided_at,decided_by,ended_at}'::text[])
  then raise exception 'What a customer was asked never changes.'; end if;
  if old.decided_at is not null and (new.decided_at, new.decided_by) is distinct from (old.decided_at, old.decided_by)
  then raise exception 'A customer answers once.'; end if;
  if not coalesce(case old.state
      when 'pending' then case new.state
        when 'approved' then old.expires_at > v_now
        when 'declined' then old.expires_at > v_now
        when 'expired' then old.expires_at <= v_now
        when 'withdrawn' then true end
      when 'approved' then case new.state
        -- By the payment alone, and in its commit.
        when 'spent' then old.use_until > v_now and exists (
          select from ledger.movements t where t.id = old.checkout_id and t.xid = pg_current_xact_id()
            and t.customer_id = old.customer_id and t.store_id = old.store_id
            -- What is moved buys nothing, and goes to whom it was shown to go.
            and case old.kind
              when 'move' then t.kind = 'transfer' and exists (select from ledger.register_grants h
                where h.giver_transaction_id = t.id and h.customer_id = old.receiver_id)
              else t.spent_total = old.total end
            and t.tender_balance_paid + t.tender_balance_bonus = old.balance
            and t.tender_point_regular + t.tender_point_limited = old.points and t.tender_later = old.later)
        when 'expired' then old.use_until <= v_now
        when 'withdrawn' then true end
    end, false)
  then raise exception 'A confirmation that is % does not become %.', old.state, new.state; end if;
  return new;
end $$;

-- A sale that was asked about leaves the register with the customer's approval, or without anything of theirs that is
-- large or deferred. A deferred part that is signed for before a second person needs none; a refusal outweighs the
-- signature.
create or replace function ledger.confirmed_checkout_left() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c ledger.confirmations;
  v_taken bigint;
  v_later bigint;
  v_due date;
  v_signed boolean;
begin
  select * into c from ledger.confirmations where id = new.confirmation_id for update;
  select t.tender_balance_paid + t.tender_balance_bonus + t.tender_point_regular + t.tender_point_limited, t.tender_later
  into v_taken, v_later from ledger.movements t where t.id = new.id;
  if v_later > 0 then
    select d.due_on, a.approval_id is not null into v_due, v_signed
    from ledger.deferred_sales d join ledger.deferred_agreements a on a.sale_id = d.sale_id where d.sale_id = new.id;
  end if;
  if v_later > 0 and v_signed and c.state = 'declined' then
    raise exception 'The customer has said no to this payment.' using errcode = 'SG210';
  end if;
  -- A move needs its yes from the first point on. What is deferred counts with what is taken beside it.
  if ((c.kind = 'move' or c.asked_over > 0) and v_taken > 0 and v_taken + v_later > c.asked_over)
    or (v_later > 0 and not v_signed) then
    if c.state <> 'approved' or c.use_until <= ledger.now()
      or (v_later > 0 and (v_later, v_due) is distinct from (c.later, c.due_on)) then
      -- The customer, the register or the clock was quicker than this payment.
      raise exception 'The customer has not agreed to this payment.' using errcode = 'SG210';
    end if;
    update ledger.confirmations set state = 'spent', ended_at = ledger.now() where id = c.id;
  elsif c.state in ('pending', 'approved') then
    update ledger.confirmations set state = 'withdrawn', ended_at = ledger.now() where id = c.id;
  end if;
  return null;
end $$;

-- A payment that takes more of a customer's balance and points than may go unasked, counted with what it defers, needs
-- their approval, no matter which way it came to the ledger. The approval is used up when the sale leaves its register,
-- so this is known at the commit.
create or replace function ledger.large_payment_agreed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_over bigint := ledger.whole_setting('pay.confirm_over');
begin
  if v_over > 0
    and new.tender_balance_paid + new.tender_balance_bonus + new.tender_point_regular + new.tender_point_limited > 0
    and new.tender_balance_paid + new.tender_balance_bonus + new.tender_point_regular + new.tender_point_limited
      + new.tender_later > v_over
    and not exists (select from ledger.confirmations c where c.checkout_id = new.id and c.state = 'spent') then
    raise exception 'payment % takes more than % yen and its customer was not asked', new.id, v_over
      using errcode = 'SG212';
  end if;
  return null;
end $$;

-- Makes the checks of a commit at once, but for the approval that is still to be asked for.
create or replace function ledger.check_as_committed() returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  execute (
    select format('set constraints %s immediate', string_agg(c.connamespace::regnamespace || '.' || quote_ident(c.conname), ', '))
    from pg_constraint c
    where c.condeferrable and c.connamespace in ('ledger'::regnamespace, 'public'::regnamespace)
      and c.conname not in ('large_payments_are_agreed', 'deferrals_are_agreed'));
end $$;
grant execute on function ledger.check_as_committed to shirogane_app;

-- Locks the open checkout that bears the id of a sale or of a giver's movement, its code and what its customer was asked
-- about it until the commit, and answers the facts that `askQuestion` of packages/domain decides by. The caller has tried
-- it whole and undone it, so that a refusal comes now and not after the customer has agreed. `p` asks: id, checkout_id,
-- register_id, actor_id, key, digest, total, points, balance, later, over, items, discount, note, answer_seconds,
-- use_seconds; of a move also giver_id and receiver_id.
create or replace function ledger.hold_ask_confirmation(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_register uuid := (p ->> 'register_id')::uuid;
  v_code ledger.pay_codes;
  v_checkout ledger.checkouts;
  v_question ledger.confirmations;
begin
  select c.* into v_code from ledger.pay_codes c join ledger.checkouts k on k.pay_code_id = c.id
  where k.id = (p ->> 'checkout_id')::uuid for no key update of c;
  select * into v_checkout from ledger.checkouts where id = (p ->> 'checkout_id')::uuid for update;
  select * into v_question from ledger.confirmations where id = v_checkout.confirmation_id for update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
    'checkout', case when v_checkout.id is not null then jsonb_build_object('status', v_checkout.status,
      'is_here', v_checkout.register_id = v_register, 'code', ledger.code_facts(v_code, v_register, ledger.now())) end,
    'question', ledger.question_facts(v_question)
      || jsonb_build_object('is_same', v_question.digest = (p ->> 'digest')::bytea));
end $$;
grant execute on function ledger.hold_ask_confirmation to shirogane_app;

-- Puts the question as `askQuestion` decided, and holds the code for as long as it and its payment may take. Answers the
-- refusal, or whether it was put now. `p` asks as above.
create or replace function ledger.ask_confirmation(p jsonb, x jsonb, out code text, out fresh boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_use timestamptz := v_now + make_interval(secs => (p ->> 'use_seconds')::int);
  v_register uuid := (p ->> 'register_id')::uuid;
  k ledger.checkouts;
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  fresh := code is null and (x ->> 'fresh')::boolean;
  if not fresh then return; end if;
  select * into k from ledger.checkouts y
  where y.id = (p ->> 'checkout_id')::uuid and y.status = 'open' and y.register_id = v_register
    and y.customer_id = coalesce((p ->> 'giver_id')::uuid, y.customer_id);
  update ledger.confirmations set state = 'expired', ended_at = v_now
  where id = k.confirmation_id and (x ->> 'ends_before')::boolean;
  update ledger.pay_codes set claimed_until = v_use
  where id = k.pay_code_id and state = 'claimed' and claimed_by = v_register;
  if not found then
    raise exception 'no checkout at this register holds a code for what is asked about %', p ->> 'checkout_id'
      using errcode = 'check_violation';
  end if;
  insert into ledger.confirmations (id, kind, checkout_id, customer_id, receiver_id, store_id, register_id, employee_id, key,
    digest, total, points, balance, later, due_on, asked_over, asked_at, expires_at, use_until)
  values ((p ->> 'id')::uuid, case when p ->> 'giver_id' is null then 'payment' else 'move' end, k.id, k.customer_id,
    (p ->> 'receiver_id')::uuid, k.store_id, v_register, (p ->> 'actor_id')::uuid, p ->> 'key', (p ->> 'digest')::bytea,
    (p ->> 'total')::bigint, (p ->> 'points')::bigint, (p ->> 'balance')::bigint, (p ->> 'later')::bigint,
    (x ->> 'due_on')::date, (p ->> 'over')::bigint, v_now,
    v_now + make_interval(secs => (p ->> 'answer_seconds')::int), v_use);
  update ledger.checkouts y set confirmation_id = (p ->> 'id')::uuid, items = p -> 'items',
    discount = nullif(p -> 'discount', 'null'), note = coalesce(p ->> 'note', y.note), updated_at = v_now
  where y.id = k.id;
end $$;
grant execute on function ledger.ask_confirmation to shirogane_app;

-- Points leave a member for another one by the giver's approval, no matter which way the move came to the ledger.
create or replace function ledger.check_move_agreed(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if t.pay_code_id is null or not exists (
    select from ledger.confirmations c where c.checkout_id = t.id and c.kind = 'move' and c.state = 'spent') then
    raise exception 'move % takes points of a member who was not asked', t.id using errcode = 'SG212';
  end if;
end $$;

-- Whether this request has put its move before the giver already. Answered under the register's lock, as a scan has it:
-- sent twice at once, it asks once.
create or replace function ledger.hold_move_question(p jsonb) returns boolean
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  perform 1 from registers where id = (p ->> 'register_id')::uuid for no key update;
  return exists (
    select from ledger.confirmations c
    where c.kind = 'move' and c.employee_id = (p ->> 'actor_id')::uuid and c.key = p ->> 'key');
end $$;
grant execute on function ledger.hold_move_question to shirogane_app;

-- Locks a move that a giver was asked about, and their code, until the commit, and answers the facts that `dropMove` of
-- packages/domain decides by. `p` asks: checkout_id.
create or replace function ledger.hold_drop_move(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_checkout uuid := (p ->> 'checkout_id')::uuid;
  v_question ledger.confirmations;
begin
  perform 1 from ledger.pay_codes c join ledger.checkouts k on k.pay_code_id = c.id where k.id = v_checkout
  for no key update of c;
  select q.* into v_question from ledger.checkouts k join ledger.confirmations q on q.id = k.confirmation_id
  where k.id = v_checkout and q.kind = 'move' for update of q;
  return jsonb_build_object('held', ledger.held_by(p), 'question', ledger.question_facts(v_question));
end $$;
grant execute on function ledger.hold_drop_move to shirogane_app;

-- Lets the code go as `dropMove` decided. `p` asks as above.
create or replace function ledger.drop_move(p jsonb, x jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  perform ledger.release_checkout(k.id, 'cancelled') from ledger.checkouts k
  join ledger.confirmations c on c.id = k.confirmation_id
  where k.id = (p ->> 'checkout_id')::uuid and c.kind = 'move' and (x ->> 'is_dropped')::boolean;
end $$;
grant execute on function ledger.drop_move to shirogane_app;

-- Locks a question to a customer until the commit, and answers the facts that `answerQuestion` of packages/domain decides
-- by. `p` asks: id, customer_id, session_id, agrees.
create or replace function ledger.hold_answer_confirmation(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_question ledger.confirmations;
begin
  select * into v_question from ledger.confirmations
  where id = (p ->> 'id')::uuid and customer_id = (p ->> 'customer_id')::uuid for update;
  return jsonb_build_object('held', ledger.held_by(p), 'question', ledger.question_facts(v_question));
end $$;
grant execute on function ledger.hold_answer_confirmation to shirogane_app;

-- Writes what `answerQuestion` decided. Answers the refusal, or whether the answer was a new one. `p` asks as above.
create or replace function ledger.answer_confirmation(p jsonb, x jsonb, out code text, out changed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  changed := code is null and x ->> 'state' is not null;
  if not changed then return; end if;
  update ledger.confirmations set state = x ->> 'state', decided_at = ledger.now(), decided_by = (p ->> 'session_id')::uuid,
    ended_at = case when x ->> 'state' <> 'approved' then ledger.now() end
  where id = (p ->> 'id')::uuid and customer_id = (p ->> 'customer_id')::uuid;
end $$;
grant execute on function ledger.answer_confirmation to shirogane_app;

-- Locks the question about a checkout of a shop until the commit, and answers the facts that `withdrawQuestion` of
-- packages/domain decides by. `p` asks: checkout_id, store_id.
create or replace function ledger.hold_withdraw_confirmation(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_question ledger.confirmations;
begin
  select q.* into v_question from ledger.checkouts k join ledger.confirmations q on q.id = k.confirmation_id
  where k.id = (p ->> 'checkout_id')::uuid and q.store_id = (p ->> 'store_id')::uuid for update of q;
  return jsonb_build_object('held', ledger.held_by(p), 'question', ledger.question_facts(v_question));
end $$;
grant execute on function ledger.hold_withdraw_confirmation to shirogane_app;

-- Takes the question back as `withdrawQuestion` decided. Answers whether there was one. `p` asks as above.
create or replace function ledger.withdraw_confirmation(p jsonb, x jsonb) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  update ledger.confirmations q set state = x ->> 'state', ended_at = ledger.now() from ledger.checkouts k
  where k.id = (p ->> 'checkout_id')::uuid and q.id = k.confirmation_id and q.store_id = (p ->> 'store_id')::uuid
    and x ->> 'state' is not null;
  return found;
end $$;
grant execute on function ledger.withdraw_confirmation to shirogane_app;

-- Locks questions whose time to answer, or to use the answer, is over until the commit, but for those that another act has
-- now, and answers the facts that `endQuestions` of packages/domain decides by. `p` is empty.
create or replace function ledger.hold_end_confirmations(p jsonb) returns jsonb
language sql security definer set search_path = ledger, public, pg_temp as $$
  with due as (
    select c as question, c.id from ledger.confirmations c
    where c.state in ('pending', 'approved') and c.expires_at <= ledger.now()
      and (c.state = 'pending' or c.use_until <= ledger.now())
    order by c.id limit 1000 for update skip locked
  )
  select jsonb_build_object('held', ledger.held_by(p), 'questions', coalesce(
    jsonb_agg(ledger.question_facts(due.question) || jsonb_build_object('id', due.id)), '[]'))
  from due;
$$;
grant execute on function ledger.hold_end_confirmations to shirogane_app;

-- Ends what `endQuestions` decided.
create or replace function ledger.end_confirmations(p jsonb, x jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  update ledger.confirmations set state = 'expired', ended_at = ledger.now()
  where id = any (array(select jsonb_array_elements_text(x -> 'ended')::uuid));
end $$;
grant execute on function ledger.end_confirmations to shirogane_app;
