-- The seal: a chain of hashes over everything posted, so that a row that was altered behind the door shows.

-- A row as PostgreSQL writes it, without the empty columns at its end: the commas and the bracket there go. A value that
-- ends with one of those stands in quotes. Bytes are looked at from their end alone, a text from its beginning.
-- No less stable than what it calls: PostgreSQL puts it into the statement that uses it, and calls no function for each row.
drop function if exists ledger.row_text(text);
create or replace function ledger.row_bytes(p_row text) returns bytea
language sql stable parallel safe
return rtrim(convert_to(p_row, 'UTF8'), '\x2c29'::bytea);

-- The hash of one block: the hash before it, and every movement of its database transactions, whole, in a fixed order.
-- Settings of whoever asks change nothing, and empty columns at the end are left out, so that a new column that may be
-- empty does not break old seals. A row is written as PostgreSQL writes it, which costs far less than JSON without its empty columns;
-- blocks of the first form were written as JSON and stay true.
drop function if exists ledger.block_hash(bytea, xid8, xid8);
create or replace function ledger.block_hash(
  p_previous bytea, p_from xid8, p_until xid8, p_form smallint, out hash bytea, out transactions int
) returns record
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set timezone = 'UTC' set datestyle = 'ISO, YMD' set bytea_output = 'hex' set intervalstyle = 'postgres'
as $$
declare
  r record;
  t ledger.transactions;
begin
  hash := p_previous;
  transactions := 0;
  -- All of a block in one statement: a statement for each movement would cost more than its hash.
  for r in
    select h as head,
      case when p_form = 1 then
        convert_to((select coalesce(json_agg(json_strip_nulls(row_to_json(x)) order by x.line)::text, 'null')
          from ledger.transfers x where x.transaction_id = h.id), 'UTF8')
        else (select string_agg(ledger.row_bytes(x::text), '\x0a'::bytea order by x.line)
          from ledger.transfers x where x.transaction_id = h.id) end as transfers,
      case when p_form = 1 then
        convert_to((select coalesce(json_agg(json_strip_nulls(row_to_json(l)) order by l.line)::text, 'null')
          from ledger.transaction_lines l where l.transaction_id = h.id), 'UTF8')
        else (select string_agg(ledger.row_bytes(l::text), '\x0a'::bytea order by l.line)
          from ledger.transaction_lines l where l.transaction_id = h.id) end as lines
    from ledger.transactions h where h.xid >= p_from and h.xid < p_until order by h.xid, h.id
  loop
    t := r.head;
    -- What a later refund, void or correction adds to a head is no part of what was posted.
    t.refunded_total := 0;
    t.voided_by := null;
    if t.kind = 'payment' then
      t.corrected_cash := null;
      t.corrected_card := null;
      t.corrected_employee_id := null;
      t.corrected_note := null;
      t.corrections := null;
      t.back_points := null;
      t.back_paid := null;
      t.back_bonus := null;
      t.back_cash := null;
      t.back_card := null;
      t.back_later := null;
      t.points_reclaimed := null;
    end if;
    hash := sha256(hash || case when p_form = 1
      then convert_to(json_strip_nulls(row_to_json(t))::text, 'UTF8') || r.transfers || r.lines
      else ledger.row_bytes(t::text) || '\x0a0a'::bytea || coalesce(r.transfers, '') || '\x0a0a'::bytea || coalesce(r.lines, '') end);
    transactions := transactions + 1;
  end loop;
end $$;

-- Seals what is older than every transaction still running: nothing can slip in behind the block afterwards.
-- One sealer at a time; the others find the lock taken and leave. Answers the block's number, or null.
create or replace function ledger.seal() returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_last ledger.seals;
  v_until xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_from xid8;
  v_previous bytea;
  v_hash bytea;
  v_count int;
  v_form constant smallint := 2;
begin
  if not pg_try_advisory_xact_lock(hashtext('ledger.seal')) then return null; end if;
  select * into v_last from ledger.seals order by block desc limit 1;
  v_from := coalesce(v_last.until_xid, '0'::xid8);
  v_previous := coalesce(v_last.hash, sha256('shirogane'::bytea));
  if not exists (select from ledger.transactions where xid >= v_from and xid < v_until) then return null; end if;
  select b.hash, b.transactions into v_hash, v_count from ledger.block_hash(v_previous, v_from, v_until, v_form) b;
  insert into ledger.seals (block, from_xid, until_xid, transactions, previous_hash, hash, form, sealed_at)
  values (coalesce(v_last.block, 0) + 1, v_from, v_until, v_count, v_previous, v_hash, v_form, clock_timestamp());
  return coalesce(v_last.block, 0) + 1;
end $$;
