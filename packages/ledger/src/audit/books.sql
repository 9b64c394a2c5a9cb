-- The check of the books, and the freeze of payouts that a finding begins: no money leaves for a bank on books that do not balance, until an owner has looked and says why it may.

-- A setting of the server for the rest of the transaction, where the server offers it: what its platform cannot do, it
-- refuses to be told. Answers whether it was taken.
create or replace function ledger.try_setting(p_name text, p_value text) returns boolean
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  perform set_config(p_name, p_value, true);
  return true;
exception when invalid_parameter_value or undefined_object then
  return false;
end $$;
grant execute on function ledger.try_setting to shirogane_app;

create or replace function ledger.freeze_key() returns bigint
language sql immutable set search_path = ledger, public, pg_temp as $$
  select hashtextextended('payout freeze', 0);
$$;

-- Whether the payouts of all members are frozen. The caller holds the answer until the commit: what is under way is
-- done before a freeze, and what comes after finds it. Wallets are taken before, so that no two wait in a circle.
create or replace function ledger.payouts_are_frozen() returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(ledger.freeze_key());
  return exists (select from payout_freezes f where f.lifted_at is null);
end $$;

-- Recomputes the books, keeps what it found, and freezes payouts where that is anything. That the books were taken back to
-- a moment is a finding before all others, under the name of that restore. Answers how many findings there were and the
-- rules that do not hold, in the order of the audit.
create or replace function ledger.keep_check(p_id uuid, p_restore text, out findings int, out rules text[]) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  with wrong as materialized (
    select row_number() over () as line, a.rule, a.subject, a.expected, a.found from (
      select 'restored', p_restore, null::text, (select max(t.completed_at)::text from ledger.movements t)
      where p_restore is not null
      union all
      select x.rule, x.subject, x.expected, x.found from ledger.audit() x
    ) a (rule, subject, expected, found)
  ), noted as (
    insert into book_checks (id, checked_at, findings) select p_id, ledger.now(), count(*) from wrong
  ), kept as (
    insert into book_findings (check_id, line, rule, subject, expected, found)
    select p_id, w.line, w.rule, coalesce(w.subject, ''), coalesce(w.expected, ''), coalesce(w.found, '')
    from wrong w where w.line <= 500
  )
  select coalesce(sum(r.n), 0), coalesce(array_agg(r.rule order by r.first), '{}') into findings, rules
  from (select w.rule, count(*) as n, min(w.line) as first from wrong w group by w.rule) r;
  if findings = 0 then return; end if;
  perform pg_advisory_xact_lock(ledger.freeze_key());
  if not exists (select from payout_freezes f where f.lifted_at is null) then
    insert into payout_freezes (check_id, frozen_at) values (p_id, ledger.now());
  end if;
end $$;

create or replace function ledger.check_books(p_id uuid, out findings int, out rules text[]) returns record
language sql security definer set search_path = ledger, public, pg_temp as $$
  select k.findings, k.rules from ledger.keep_check(p_id, null) k;
$$;
grant execute on function ledger.check_books to shirogane_app;

-- After a restore payouts stand still: the bank may have been told of more than these books know. Once for each restore,
-- which is known by the cluster and the timeline that PostgreSQL began with it, and, since a snapshot or a dump begins none,
-- by the block that was noted outside and is lost (null where none is). For the owner of the database alone.
-- Answers how many findings there were; null where this restore was noted before.
create or replace function ledger.note_restore(p_id uuid, p_lost text) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_timeline text := (
    select s.system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system() s
  );
  v_restore text := v_timeline || coalesce('/' || p_lost, '');
begin
  perform pg_advisory_xact_lock(hashtext('books'));
  if exists (select from book_findings f where f.rule = 'restored'
    and (f.subject = v_restore or (p_lost is null and starts_with(f.subject, v_timeline)))) then return null; end if;
  -- Slips of what is lost are in people's hands: their numbers are not given to others.
  perform setval(s.oid, nextval(s.oid::regclass) + 1000) from pg_class s
  where s.relnamespace = 'ledger'::regnamespace and s.relkind = 'S' and starts_with(s.relname, 'number_');
  return (select k.findings from ledger.keep_check(p_id, v_restore) k);
end $$;

-- Locks what the end of a freeze touches until the commit, and answers the facts that `liftFreeze` of packages/domain decides
-- by. `p` asks: check_id (of the check whose findings were seen), actor_id, note.
create or replace function ledger.hold_lift_freeze(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(ledger.freeze_key());
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'actor', ledger.person_facts((p ->> 'actor_id')::uuid),
    'findings', (select c.findings from book_checks c where c.id = (p ->> 'check_id')::uuid),
    'newest', (select c.id from book_checks c where c.findings > 0 order by c.checked_at desc, c.id desc limit 1),
    'is_frozen', exists (select from payout_freezes f where f.lifted_at is null));
end $$;
grant execute on function ledger.hold_lift_freeze to shirogane_app;

-- Lets payouts go on as it was decided. Answers why not, or null. `p` asks as above.
create or replace function ledger.lift_freeze(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  update payout_freezes set lifted_at = ledger.now(), lifted_by = (p ->> 'actor_id')::uuid, lift_note = p ->> 'note'
  where lifted_at is null;
  return null;
end $$;
grant execute on function ledger.lift_freeze to shirogane_app;
