-- A key answers once. An act takes its key first, in the same commit: what is answered then, a movement or a refusal,
-- is what the key answers for as long as it is kept. Payments take theirs a batch at a time, in `pay/post-sales.sql`.

-- Takes the key for an act, or answers what it was taken for. The second of two requests waits here for the first one's
-- commit. An act that is decided in TypeScript takes it twice, as it reads its facts and as it is posted: in its own
-- database transaction it is the same. Nothing is done without a key: its column takes no null.
create or replace function ledger.take_key(
  p_actor uuid, p_route text, p_key text, p_request_hash bytea, p_act uuid,
  out answered boolean, out replayed boolean, out act uuid, out code text, out n bigint, out m bigint
) returns record
language plpgsql
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  d ledger.idempotency;
begin
  answered := false;
  replayed := false;
  insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
  values (p_actor, p_route, p_key, p_request_hash, p_act, v_now) on conflict do nothing;
  if found then return; end if;
  select * into d from ledger.idempotency i where i.actor_id = p_actor and i.route = p_route and i.key = p_key;
  if d.xid = pg_current_xact_id() and d.transaction_id = p_act and d.refusal is null then return; end if;
  answered := true;
  if d.request_hash <> p_request_hash then
    code := 'IDEMPOTENCY_KEY_REUSED';
  else
    replayed := true;
    act := d.transaction_id;
    code := d.refusal ->> 'code';
    n := (d.refusal ->> 'n')::bigint;
    m := (d.refusal ->> 'm')::bigint;
  end if;
end $$;

-- What a key was taken for, or nothing. A request that is still under way is waited for: what it comes to is the
-- answer, also to a repeat that would be refused by now.
create or replace function ledger.first_answer(p_actor uuid, p_route text, p_key text)
returns setof ledger.idempotency
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  begin
    insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
    values (p_actor, p_route, p_key, '', ledger.new_id(), ledger.now()) on conflict do nothing;
    -- The row was only to wait: a key that was not taken before stays free.
    raise exception using errcode = 'SG001';
  exception when sqlstate 'SG001' then null;
  end;
  return query select i.* from ledger.idempotency i where i.actor_id = p_actor and i.route = p_route and i.key = p_key;
end $$;
grant execute on function ledger.first_answer to shirogane_app;

-- From now on the key answers this refusal, with the numbers of its sentence.
create or replace function ledger.refuse_key(
  p_actor uuid, p_route text, p_key text, p_code text, p_n bigint default null, p_m bigint default null
) returns void
language plpgsql
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  update ledger.idempotency
  set refusal = jsonb_strip_nulls(jsonb_build_object('code', p_code, 'n', p_n, 'm', p_m))
  where actor_id = p_actor and route = p_route and key = p_key;
end $$;

-- Nothing has been answered: asked again with what was lacking, such as a second person's approval, it is the same act.
create or replace function ledger.give_key_back(p_actor uuid, p_route text, p_key text) returns void
language sql
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  delete from ledger.idempotency where actor_id = p_actor and route = p_route and key = p_key;
$$;

-- Which act of which database transaction holds its facts.
create or replace function ledger.held_by(p jsonb) returns text
language sql
set search_path = ledger, public, pg_temp
as $$
  select pg_current_xact_id()::text || ' ' || md5(p::text);
$$;

-- Takes the key of an act that reads its facts. Answers whether there is something to decide: not where the key has its
-- answer, which the posting gives.
create or replace function ledger.hold_key(p_actor uuid, p_route text, p jsonb, p_act uuid) returns boolean
language sql
set search_path = ledger, public, pg_temp
as $$
  select not k.answered from ledger.take_key(p_actor, p_route, p ->> 'key', (p ->> 'request_hash')::bytea, p_act) k;
$$;

-- A decision of another database transaction is none: the key that its facts were read under would answer as if the act
-- had been done.
create or replace function ledger.check_transaction(x jsonb) returns void
language plpgsql
set search_path = ledger, public, pg_temp
as $$
begin
  if split_part(x ->> 'held', ' ', 1) <> pg_current_xact_id()::text then
    raise exception 'the decision was not made of the facts of this act under its locks'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;

-- A decision is posted by the act and the database transaction under whose locks it was made: what was only looked
-- at, or decided before a retry or for another act, is not. Where nothing was held, because the key had its answer or
-- the person might not a moment ago, the act begins anew.
create or replace function ledger.check_held(p jsonb, x jsonb) returns void
language plpgsql
set search_path = ledger, public, pg_temp
as $$
begin
  if x ->> 'held' is null then
    raise exception 'nothing was held for this act: it begins anew' using errcode = 'serialization_failure';
  elsif x ->> 'held' <> ledger.held_by(p) then
    raise exception 'the decision was not made of the facts of this act under its locks'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;

-- The answer to an act whose decision is all that is asked: what its key was taken for, or the refusal, which the key
-- answers from now on; one with `again` leaves no trace. Not over where there is a plan to post. Without a key it is an
-- act that does nothing the second time.
create or replace function ledger.answer_act(
  p_actor uuid, p_route text, p jsonb, p_act uuid, x jsonb,
  out is_over boolean, out replayed boolean, out act uuid, out code text, out n bigint, out m bigint
) returns record
language plpgsql
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  d record;
begin
  is_over := true;
  replayed := false;
  perform ledger.check_transaction(x);
  if p ->> 'key' is not null then
    d := ledger.take_key(p_actor, p_route, p ->> 'key', (p ->> 'request_hash')::bytea, p_act);
    if d.answered then
      select d.replayed, d.act, d.code, d.n, d.m into replayed, act, code, n, m;
      return;
    end if;
  end if;
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  m := (x ->> 'm')::bigint;
  if code is null then
    is_over := false;
  elsif x ? 'again' then
    perform ledger.give_key_back(p_actor, p_route, p ->> 'key');
  else
    perform ledger.refuse_key(p_actor, p_route, p ->> 'key', code, n, m);
  end if;
end $$;
