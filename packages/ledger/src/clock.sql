-- The ledger's clock. Every rule about time asks it, so that the owner of a demo or test database can move it by
-- replacing this one function; the application's role cannot.
create or replace function ledger.now() returns timestamptz
language sql stable parallel safe
return transaction_timestamp();

-- The business day of a store: Asia/Tokyo, beginning at the store's own hour.
create or replace function ledger.business_date(p_at timestamptz, p_day_start time) returns date
language sql immutable parallel safe
return ((p_at at time zone 'Asia/Tokyo') - p_day_start::interval)::date;
