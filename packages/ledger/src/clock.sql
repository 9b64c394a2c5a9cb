-- The ledger's clock. Every rule about time asks it, so that the owner of a demo or test database can move it by
-- replacing this one function; the application's role cannot.
create or replace function ledger.now() returns timestamptz
language sql stable parallel safe
return transaction_timestamp();
grant execute on function ledger.now to shirogane_app;

-- The business day of a store: Asia/Tokyo, beginning at the store's own hour.
create or replace function ledger.business_date(p_at timestamptz, p_day_start time) returns date
language sql immutable parallel safe
return ((p_at at time zone 'Asia/Tokyo') - p_day_start::interval)::date;
grant execute on function ledger.business_date to shirogane_app;

-- The id of a row that the ledger itself adds: a UUIDv7, like every other. The milliseconds stand in front, so that new
-- rows lie at the end of an index. PostgreSQL brings one along only from 18 on. A mere expression, which stands in the
-- place of the call.
create or replace function ledger.new_id() returns uuid
language sql volatile parallel safe
return encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from ledger.now()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid;
