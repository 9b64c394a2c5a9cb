-- What a payment is asked by, and what is posted of it, as lists of rows instead of documents: the database reads each
-- value once, in its own form, where a document is read as a whole and then each of its values from text. The types stand
-- here and not with the functions, because those are replaced with every version: a statement that a running process
-- has prepared names its types once and for all.
create type ledger.pay_line as (
  line smallint, sku_id uuid, sku text, name text, quantity int, unit_price bigint, discount bigint, subtotal bigint,
  tax_rate_bp int, share_points bigint, share_balance bigint, share_cash bigint, share_card bigint, share_later bigint,
  detail jsonb
);

-- What the facts of a sale are found by. `skus`: articles of which it is asked how many there are.
create type ledger.asked_sale as (
  ord int, actor_id uuid, session_id uuid, transaction_id uuid, checkout_id uuid, token_hash bytea, code_hash bytea,
  store_id uuid, register_id uuid, points bigint, cash bigint, later bigint, parked_id uuid, approvals uuid[], skus uuid[]
);

-- A sale or its refusal (`code`, with the number of its sentence) as it was decided, and the versions of the rows that it
-- was decided by.
create type ledger.decided_sale as (
  ord int, actor_id uuid, route text, key text, request_hash bytea, transaction_id uuid, code text, n bigint,
  checkout_id uuid, checkout_version text, pay_code_id uuid, code_version text, customer_id uuid, wallet_version text,
  store_id uuid, register_id uuid, business_date date, lines ledger.pay_line[],
  total bigint, points bigint, cash bigint, card bigint, later bigint, cash_tendered bigint, tax jsonb, note text,
  sale jsonb, parked_id uuid, parked_version int, approved_by uuid, approvals jsonb, contract jsonb,
  use_limited bigint, use_regular bigint, use_bonus bigint, use_paid bigint, lots jsonb,
  paid_after bigint, bonus_after bigint, regular_after bigint, limited_after bigint, receivable_after bigint,
  base bigint, rate_bp int, earned bigint, earned_limited bigint, parts jsonb, budgets jsonb,
  level_before smallint, level_after smallint, level_bought smallint, accumulation bigint,
  inviter_id uuid, reward bigint, reward_rate_bp int, reward_base_min bigint, reward_cut bigint, reward_day_max bigint,
  reward_before bigint
);
