-- Those who act on what was posted, each by a cursor of its own: mails of movements, gifts of invitations. A cursor
-- goes by the movements themselves, in the order of the database's own transactions, so that following them costs a
-- payment nothing. It never passes a transaction that still runs: what that one commits late stands ahead of the cursor.

-- What consumers are told of a movement.
create or replace function ledger.as_followed(t ledger.transactions) returns jsonb
language sql stable set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object('xid', t.xid::text, 'id', t.id, 'kind', t.kind, 'customer_id', t.customer_id,
    'spent_total', t.spent_total, 'refunded_total', t.refunded_total, 'voided_by', t.voided_by,
    'level_before', t.level_before, 'level_after', t.level_after, 'completed_at', t.completed_at);
$$;

-- The movements ahead of a cursor, and where it stands; whether something is posted that a running transaction keeps
-- behind itself; whether anything that was set aside is due.
create or replace function ledger.look_ahead(
  p_consumer text, p_count int,
  out from_xid xid8, out from_id uuid, out movements jsonb, out waits boolean, out aside boolean
) returns record
language plpgsql stable security definer set search_path = ledger, public, pg_temp
-- Always by the index of database transactions: what is new is little beside what is there.
set enable_seqscan = off
as $$
declare
  v_until xid8 := pg_snapshot_xmin(pg_current_snapshot());
begin
  select c.xid, c.id into from_xid, from_id from ledger.consumers c where c.consumer = p_consumer;
  select coalesce(jsonb_agg(ledger.as_followed(a.movement) order by a.xid, a.id), '[]') into movements
  from (
    select t as movement, t.xid, t.id from ledger.transactions t
    where (t.xid, t.id) > (from_xid, from_id) and t.xid < v_until
    order by t.xid, t.id limit p_count
  ) a;
  select count(*) > 0 into waits from (
    select from ledger.transactions t where t.xid >= v_until order by t.xid limit 1) late;
  aside := exists (
    select from ledger.set_aside s where s.consumer = p_consumer and not s.dead and s.due_at <= ledger.now());
end $$;
grant execute on function ledger.look_ahead to shirogane_app;

-- Moves a cursor from where it was found to this movement. Answers false where it does not stand there any more: another
-- process was first, and what the caller meant to write is written already. Two at once wait for each other here.
create or replace function ledger.pass_movements(
  p_consumer text, p_from_xid xid8, p_from_id uuid, p_xid xid8, p_id uuid
) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update ledger.consumers c set xid = p_xid, id = p_id, moved_at = ledger.now()
  where c.consumer = p_consumer and c.xid = p_from_xid and c.id = p_from_id and (p_xid, p_id) > (c.xid, c.id);
  return found;
end $$;
grant execute on function ledger.pass_movements to shirogane_app;

-- A movement that could not be dealt with, tried again in two seconds.
create or replace function ledger.set_movement_aside(p_consumer text, p_transaction uuid) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  insert into ledger.set_aside (consumer, transaction_id, due_at)
  values (p_consumer, p_transaction, ledger.now() + interval '2 s') on conflict do nothing;
$$;
grant execute on function ledger.set_movement_aside to shirogane_app;

-- What was set aside and is due, put off already for the case that it fails again: twice as long each time, an hour at
-- most. What another process has in hand is skipped.
create or replace function ledger.take_set_aside(p_consumer text, p_count int)
returns table (attempts int, movement jsonb)
language sql security definer set search_path = ledger, public, pg_temp as $$
  with due as (
    select s.consumer, s.transaction_id from ledger.set_aside s
    where s.consumer = p_consumer and not s.dead and s.due_at <= ledger.now()
    order by s.due_at limit p_count for update skip locked
  ), taken as (
    update ledger.set_aside s set attempts = s.attempts + 1,
      due_at = ledger.now() + least(3600, 2 ^ (s.attempts + 1)) * interval '1 s'
    from due d where s.consumer = d.consumer and s.transaction_id = d.transaction_id
    returning s.transaction_id, s.attempts
  )
  select a.attempts, ledger.as_followed(t) from taken a join ledger.transactions t on t.id = a.transaction_id;
$$;
grant execute on function ledger.take_set_aside to shirogane_app;

-- What was set aside is dealt with by the caller's transaction. Answers false where another one did it.
create or replace function ledger.end_set_aside(p_consumer text, p_transaction uuid) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  delete from ledger.set_aside s where s.consumer = p_consumer and s.transaction_id = p_transaction;
  return found;
end $$;
grant execute on function ledger.end_set_aside to shirogane_app;

-- Tried for the last time.
create or replace function ledger.give_up_set_aside(p_consumer text, p_transaction uuid) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.set_aside s set dead = true where s.consumer = p_consumer and s.transaction_id = p_transaction;
$$;
grant execute on function ledger.give_up_set_aside to shirogane_app;

-- For how many seconds the oldest movement has waited that a consumer has still to deal with; none where nothing waits.
create or replace function ledger.consumer_lags() returns table (consumer text, seconds double precision)
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  return query
  select w.consumer, coalesce(extract(epoch from greatest(ledger.now() - w.since, interval '0')), 0)::double precision
  from (
    select 'live' as consumer, (
      select min(o.created_at) from ledger.outbox o where o.sent_at is null and not o.dead) as since
    union all
    select c.consumer, least(
      (select t.completed_at from ledger.transactions t where (t.xid, t.id) > (c.xid, c.id) order by t.xid, t.id limit 1),
      (select min(t.completed_at) from ledger.set_aside s join ledger.transactions t on t.id = s.transaction_id
        where s.consumer = c.consumer and not s.dead))
    from ledger.consumers c
  ) w;
end $$;
grant execute on function ledger.consumer_lags to shirogane_app;

-- What is posted by now is no news to any consumer: a history that is made beforehand is neither mailed nor rewarded.
create or replace function ledger.pass_all_movements() returns void
language sql set search_path = ledger, public, pg_temp as $$
  update ledger.consumers c set xid = l.xid, id = l.id, moved_at = ledger.now()
  from (select t.xid, t.id from ledger.transactions t order by t.xid desc, t.id desc limit 1) l;
$$;
