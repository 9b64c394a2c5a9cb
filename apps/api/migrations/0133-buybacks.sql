-- The ledger of second-hand goods: what the shops buy from people, from whom, how that was checked, and where it went.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('buyback_goods', 'JPY', 'store', 'What the store paid for goods that it bought from people'),
  ('buyback_payable', 'JPY', 'store', 'What the store still owes people for goods, to be transferred to their bank'),
  ('bank', 'JPY', 'store', 'Money that went to or from the bank account of the house')
on conflict (kind) do nothing;

-- The list of kinds grows by one, whatever else it has gained by then.
do $$
declare
  v_check text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger.transactions'::regclass and conname = 'transactions_kind_check');
begin
  alter table ledger.transactions drop constraint transactions_kind_check;
  execute 'alter table ledger.transactions add constraint transactions_kind_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''buyback''::text, ');
end $$;

create table buybacks (
  id uuid primary key,
  -- The movement that paid for it has the same id; goods that may be stolen are written down and not paid for.
  status text not null check (status in ('paid', 'stopped')),
  number text not null unique,
  request_hash bytea not null,
  store_id uuid not null references stores (id),
  register_id uuid references registers (id),
  employee_id uuid not null references employees (user_id),
  customer_id uuid references users (id),
  business_date date not null,
  -- The day of the calendar: ages count by it, and not by the day of the shop.
  on_date date not null,
  at timestamptz not null,
  seller_name text not null check (length(trim(seller_name)) > 0),
  seller_search text not null,
  seller_address text not null check (length(trim(seller_address)) > 0),
  seller_occupation text not null check (length(trim(seller_occupation)) > 0),
  seller_date_of_birth date not null check (seller_date_of_birth >= '1900-01-01'),
  document text not null check (document in
    ('driver_license', 'my_number_card', 'residence_card', 'special_permanent_certificate', 'passport')),
  document_tail text check (document_tail ~ '^[0-9A-Za-z]{3,4}$'),
  method text not null references kyc_methods (method),
  purpose text not null check (length(trim(purpose)) > 0),
  price_per_g bigint not null check (price_per_g > 0),
  amount bigint not null check (amount > 0),
  paid_by text not null check (paid_by in ('cash', 'bank', 'balance')),
  bank jsonb,
  bank_paid_by uuid references employees (user_id),
  bank_paid_at timestamptz,
  bank_transaction_id uuid,
  signature jsonb not null,
  note text,
  check (document_tail is null or document <> 'my_number_card'),
  -- Of age at the first moment of the eighteenth birthday; who was born on 29 February, after the end of the 28th.
  constraint buyback_of_age check (extract(year from age(on_date, seller_date_of_birth)) >= 18),
  check (paid_by <> 'balance' or customer_id is not null),
  check (status = 'stopped' or (bank is not null) = (paid_by = 'bank')),
  check ((bank_paid_at is null) = (bank_paid_by is null) and (bank_paid_at is null) = (bank_transaction_id is null)),
  check (bank_paid_at is null or (status = 'paid' and paid_by = 'bank')),
  -- Whoever bought does not pay it out.
  constraint buyback_maker_is_no_payer check (bank_paid_by is distinct from employee_id)
);
create index buybacks_of_store on buybacks (store_id, at desc, id desc);
create index buybacks_by_time on buybacks (at desc, id desc);
create index buybacks_of_customer on buybacks (customer_id) where customer_id is not null;

create table buyback_items (
  buyback_id uuid not null references buybacks (id),
  line smallint not null check (line > 0),
  kind text not null check (kind in ('ring', 'necklace', 'bracelet', 'earring', 'tableware', 'bullion', 'other')),
  name text not null check (length(trim(name)) > 0),
  quantity integer not null check (quantity between 1 and 100),
  fineness smallint not null check (fineness in (800, 900, 925, 950, 958, 999)),
  gross_weight_mg bigint not null check (gross_weight_mg between 1 and 100000000),
  deduction_mg bigint not null check (deduction_mg >= 0),
  net_weight_mg bigint not null check (net_weight_mg > 0 and net_weight_mg = gross_weight_mg - deduction_mg),
  grade text not null check (grade in ('A', 'B', 'C')),
  price_per_g bigint not null check (price_per_g > 0),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  amount bigint not null check (amount = div(net_weight_mg::numeric * fineness * price_per_g * rate_bp, 10000000000)),
  features text not null check (length(trim(features)) > 0),
  serial text,
  -- In one spelling: half width, upper case, without spaces and hyphens.
  serial_key text,
  features_key text not null,
  held_until date not null,
  disposed_on date check (disposed_on > held_until),
  disposed_to text,
  disposed_by uuid references employees (user_id),
  check ((disposed_on is null) = (disposed_to is null) and (disposed_on is null) = (disposed_by is null)),
  primary key (buyback_id, line)
);
create index buyback_items_by_serial on buyback_items (serial_key) where serial_key is not null;
create index buyback_items_by_shape on buyback_items (kind, fineness, features_key);
create index buyback_items_held on buyback_items (buyback_id) where disposed_on is null;

-- What is written in the ledger of second-hand goods stays. Only where a piece went and that a transfer was made follow
-- later, each once.
create function buyback_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'A row of % is never removed.', tg_table_name using errcode = 'restrict_violation';
  end if;
  if tg_table_name = 'buybacks' then
    if old.bank_paid_at is not null
      or (to_jsonb(new) - array['bank_paid_at', 'bank_paid_by', 'bank_transaction_id'])
        <> (to_jsonb(old) - array['bank_paid_at', 'bank_paid_by', 'bank_transaction_id']) then
      raise exception 'A purchase is never rewritten.' using errcode = 'restrict_violation';
    end if;
  elsif old.disposed_on is not null
    or (to_jsonb(new) - array['disposed_on', 'disposed_to', 'disposed_by'])
      <> (to_jsonb(old) - array['disposed_on', 'disposed_to', 'disposed_by']) then
    raise exception 'A piece is disposed of once.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger buyback_stays before update or delete on buybacks for each row execute function buyback_stays();
create trigger buyback_item_stays before update or delete on buyback_items for each row execute function buyback_stays();
create trigger buybacks_stay_whole before truncate on buybacks for each statement execute function row_stays();
create trigger buyback_items_stay_whole before truncate on buyback_items for each statement execute function row_stays();

-- A member who showed their code at a desk: for an hour the store may buy from them.
create table desk_readings (
  id uuid primary key,
  user_id uuid not null references users (id),
  store_id uuid not null references stores (id),
  employee_id uuid not null references employees (user_id),
  at timestamptz not null
);
create index desk_readings_of_user on desk_readings (user_id, store_id, at desc);
create index desk_readings_by_age on desk_readings (at);
