-- The chain of hashes over everything posted and over what staff did, so that a row that was altered behind the door
-- shows.

-- A row as PostgreSQL writes it, without the empty columns at its end: the commas and the bracket there go. A value that
-- ends with one of those stands in quotes. Bytes are looked at from their end alone, a text from its beginning.
-- No less stable than what it calls: PostgreSQL puts it into the statement that uses it, and calls no function for each row.
create or replace function ledger.row_bytes(p_row text) returns bytea
language sql stable parallel safe
return rtrim(convert_to(p_row, 'UTF8'), '\x2c29'::bytea);

-- What staff did after this act of this database transaction and until that one, in a fixed order and so many at most:
-- each act with the hash of its row as it stands now.
create or replace function ledger.acts_as_written(p_after xid8, p_after_id uuid, p_until xid8, p_until_id uuid, p_count bigint)
returns table (xid xid8, act ledger.chained_act)
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set timezone = 'UTC' set datestyle = 'ISO, YMD' set bytea_output = 'hex' set intervalstyle = 'postgres'
as $$
begin
  return query
  select a.xid, row(a.id, a.at, sha256(ledger.row_bytes(a::text)))::ledger.chained_act from audit_log a
  where (a.xid, a.id) > (p_after, p_after_id) and (a.xid, a.id) <= (p_until, p_until_id)
  order by a.xid, a.id limit p_count;
end $$;

-- The hash of one block: the hash before it, every movement of its database transactions, whole, in a fixed order, their
-- corrections of sales, and then the acts that were chained with them. Those go in as they are kept beside the block, not as rows: the rows go when their
-- time is over.
-- Settings of the session that asks change nothing, and empty columns at the end are left out, so that a new column
-- that may be empty does not break old blocks. A row is written as PostgreSQL writes it, which costs far less than JSON.
drop function if exists ledger.block_hash;
create function ledger.block_hash(
  p_previous bytea, p_from xid8, p_until xid8, p_acts ledger.chained_act[], out hash bytea, out transactions int
) returns record
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set timezone = 'UTC' set datestyle = 'ISO, YMD' set bytea_output = 'hex' set intervalstyle = 'postgres'
as $$
declare
  v_movement bytea;
  v_correction bytea;
begin
  hash := p_previous;
  transactions := 0;
  -- All of a block in one statement: a statement for each movement would cost more than its hash.
  for v_movement in
    select ledger.row_bytes(m::text) || '\x0a0a'::bytea
      || coalesce((select string_agg(ledger.row_bytes(x::text), '\x0a'::bytea order by x.line)
        from ledger.transfers x where x.transaction_id = m.id), '') || '\x0a0a'::bytea
      || coalesce((select string_agg(ledger.row_bytes(l::text), '\x0a'::bytea order by l.line)
        from ledger.transaction_lines l where l.transaction_id = m.id), '') || '\x0a0a'::bytea
      || coalesce(case when m.kind = 'payment'
        then (select ledger.row_bytes(d::text) from ledger.sale_details d where d.sale_id = m.id)
        else (select ledger.row_bytes(r::text) from ledger.refunds r where r.movement_id = m.id) end, '')
    from ledger.movements m where m.xid >= p_from and m.xid < p_until
    order by m.xid, m.id
  loop
    hash := sha256(hash || v_movement);
    transactions := transactions + 1;
  end loop;
  -- Corrections change how a sale is read, and stand by themselves where they move nothing.
  for v_correction in
    select ledger.row_bytes(c::text) from ledger.corrections c where c.xid >= p_from and c.xid < p_until order by c.xid, c.id
  loop
    hash := sha256(hash || v_correction);
  end loop;
  hash := sha256(hash || coalesce((select string_agg(uuid_send(a.id) || timestamptz_send(a.at) || a.digest, '' order by a.line)
    from unnest(p_acts) with ordinality a (id, at, digest, line)), ''));
end $$;

-- Chains what is older than every transaction still running: nothing can slip in behind the block afterwards. Each block goes
-- on with the acts where the one before it stopped. A hundred thousand are a second's work: where a whole log is chained at
-- once, more would come to no end within the time that a statement has, and be too much for one value.
-- One process at a time; the others find the lock taken and leave. Answers the block's number, or null.
create or replace function ledger.extend_chain() returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_last ledger.chain_blocks;
  v_until xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_from xid8;
  v_acts ledger.chained_act[];
  v_acts_xid xid8;
  v_acts_id uuid;
  v_previous bytea;
  v_hash bytea;
  v_count int;
  v_none constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not pg_try_advisory_xact_lock(hashtext('ledger.extend_chain')) then return null; end if;
  select * into v_last from ledger.chain_blocks order by block desc limit 1;
  v_from := coalesce(v_last.until_xid, '0'::xid8);
  v_acts_xid := coalesce(v_last.acts_xid, '0'::xid8);
  v_acts_id := coalesce(v_last.acts_id, v_none);
  v_previous := coalesce(v_last.hash, sha256('shirogane'::bytea));
  if not exists (select from ledger.movements where xid >= v_from and xid < v_until)
    and not exists (select from audit_log where (xid, id) > (v_acts_xid, v_acts_id) and xid < v_until) then return null;
  end if;
  with acts as materialized (
    select a.xid, a.act, a.line
    from ledger.acts_as_written(v_acts_xid, v_acts_id, v_until, v_none, 100000) with ordinality a (xid, act, line)
  )
  select coalesce((select array_agg(a.act order by a.line) from acts a), '{}'), coalesce(l.xid, v_acts_xid),
    coalesce((l.act).id, v_acts_id)
  into v_acts, v_acts_xid, v_acts_id
  from (select) one left join (select a.xid, a.act from acts a order by a.line desc limit 1) l on true;
  select b.hash, b.transactions into v_hash, v_count
  from ledger.block_hash(v_previous, v_from, v_until, v_acts) b;
  insert into ledger.chain_blocks (block, from_xid, until_xid, transactions, acts, acts_xid, acts_id, previous_hash, hash,
    chained_at)
  values (coalesce(v_last.block, 0) + 1, v_from, v_until, v_count, v_acts, v_acts_xid, v_acts_id, v_previous, v_hash,
    clock_timestamp());
  return coalesce(v_last.block, 0) + 1;
end $$;
grant execute on function ledger.extend_chain to shirogane_app;
