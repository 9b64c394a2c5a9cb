-- What a register asks for, as a list of rows instead of a document: the database reads each value once, in its own
-- form, where a document is read as a whole and then each of its values from text. The types stand here and not with
-- the functions, because those are replaced with every version: a statement that a running process has prepared names
-- its types once and for all.
create type ledger.pay_line as (
  line smallint, sku_id uuid, sku text, name text, quantity int, unit_price bigint, discount bigint, subtotal bigint,
  tax_rate_bp int, share_points bigint, share_balance bigint, share_cash bigint, share_card bigint, share_later bigint,
  detail jsonb
);

create type ledger.pay_asked as (
  ord int, actor_id uuid, session_id uuid, route text, key text, request_hash bytea, transaction_id uuid,
  checkout_id uuid, token_hash bytea, code_hash bytea, store_id uuid, register_id uuid, lines ledger.pay_line[],
  total bigint, points bigint, balance bigint, cash bigint, card bigint, cash_tendered bigint, tax jsonb, note text,
  sale jsonb, parked_id uuid, parked_version int, approval_id uuid, later bigint, contract jsonb
);
