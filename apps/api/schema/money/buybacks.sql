-- A purchase from a person: what the shop bought, from whom, how that was checked, and where it went. With its
-- items, photographs and buyers it is the ledger of second-hand articles that the law asks for.
create table buybacks (
  id uuid primary key,
  -- The movement that paid for it has the same id; articles that may be stolen are written down and not paid for.
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
  document text not null check (document in ('driver_license', 'driving_history', 'my_number_card',
    'residence_card', 'special_permanent_certificate', 'passport')),
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
  -- A purchase that was booked wrongly is taken back on its own day. Its row stays, and says when, by whom, with
  -- whose approval and why.
  reversed_at timestamptz,
  reversed_by uuid references employees (user_id),
  reversal_approved_by uuid references employees (user_id),
  reversal_reason text check (length(trim(reversal_reason)) between 1 and 200),
  reversal_id uuid unique,
  check (document_tail is null or document <> 'my_number_card'),
  check (paid_by <> 'balance' or customer_id is not null),
  check (status = 'stopped' or (bank is not null) = (paid_by = 'bank')),
  check ((bank_paid_at is null) = (bank_paid_by is null) and (bank_paid_at is null) = (bank_transaction_id is null)),
  check (bank_paid_at is null or (status = 'paid' and paid_by = 'bank')),
  -- The member of staff who bought takes nothing back alone.
  constraint buyback_maker_is_no_checker check (reversed_at is null
    or (coalesce(reversal_approved_by, reversed_by) <> employee_id
      and reversal_approved_by is distinct from reversed_by)),
  -- The member of staff who bought does not pay it out.
  constraint buyback_maker_is_no_payer check (bank_paid_by is distinct from employee_id),
  -- Of age at the first moment of the eighteenth birthday; who was born on 29 February, after the end of the 28th.
  constraint buyback_of_age check (extract(year from age(on_date, seller_date_of_birth)) >= 18),
  constraint buyback_reversal_is_whole check ((reversed_at is null) = (reversed_by is null)
    and (reversed_at is null) = (reversal_reason is null) and (reversed_at is null) = (reversal_id is null)
    and (reversal_approved_by is null or reversed_at is not null)),
  -- What was never paid for, or has been transferred already, does not come back this way.
  constraint buyback_reversal_of_paid check (reversed_at is null or (status = 'paid' and bank_paid_at is null))
);
create index buybacks_of_store on buybacks (store_id, at desc, id desc);
create index buybacks_by_time on buybacks (at desc, id desc);
create index buybacks_of_customer on buybacks (customer_id) where customer_id is not null;
-- Keep buybacks as documents
grant select on buybacks to shirogane_app;

-- One bought piece: how it was weighed, graded and paid, and where it went.
create table buyback_items (
  buyback_id uuid references buybacks (id),
  line smallint check (line > 0),
  kind text not null check (kind in ('ring', 'necklace', 'bracelet', 'earring', 'tableware', 'bullion', 'other')),
  name text not null check (length(trim(name)) > 0),
  quantity integer not null check (quantity between 1 and 100),
  fineness smallint not null check (fineness in (800, 900, 925, 950, 958, 999)),
  gross_weight_mg bigint not null check (gross_weight_mg between 1 and 100000000),
  deduction_mg bigint not null check (deduction_mg >= 0),
  net_weight_mg bigint not null,
  grade text not null check (grade in ('A', 'B', 'C')),
  price_per_g bigint not null check (price_per_g > 0),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  amount bigint not null,
  features text not null check (length(trim(features)) > 0),
  serial text,
  -- In one spelling: half width, upper case, without spaces and hyphens.
  serial_key text,
  features_key text not null,
  held_until date not null,
  -- Where the piece went: put on sale as an article of its own (below), melted, handed back, or elsewhere.
  disposed_on date,
  disposed_to text,
  disposed_by uuid references employees (user_id),
  -- The one article that it is in stock and on sale.
  sku_id uuid unique references skus (id),
  stocked_on date,
  stocked_by uuid references employees (user_id),
  disposed_kind text check (disposed_kind in ('melted', 'returned', 'other')),
  primary key (buyback_id, line),
  check (net_weight_mg > 0 and net_weight_mg = gross_weight_mg - deduction_mg),
  -- Weight × fineness × price × rate, cut off once.
  check (amount = div(net_weight_mg::numeric * fineness * price_per_g * rate_bp, 10000000000)),
  check (disposed_on > held_until),
  check ((disposed_on is null) = (disposed_to is null) and (disposed_on is null) = (disposed_by is null)),
  constraint buyback_item_kind_of_way check (disposed_kind is null or disposed_on is not null),
  constraint buyback_item_stock_is_whole check ((sku_id is null) = (stocked_on is null)
    and (sku_id is null) = (stocked_by is null)),
  -- Nothing is sold before the days are over in which its owner may ask for it.
  constraint buyback_item_stocked_after_days check (stocked_on > held_until)
);
create index buyback_items_by_serial on buyback_items (serial_key) where serial_key is not null;
create index buyback_items_by_shape on buyback_items (kind, fineness, features_key);
create index buyback_items_held on buyback_items (buyback_id) where disposed_on is null;
-- Keep buyback_items as documents
grant select, update (disposed_on, disposed_to, disposed_by, sku_id, stocked_on, stocked_by, disposed_kind) on
  buyback_items to shirogane_app;

-- Photographs of bought pieces belong to the ledger of second-hand articles: they stay as long as its rows do,
-- encrypted with a key each, and are seen by those who may read the entry.
create table buyback_photos (
  buyback_id uuid,
  line smallint,
  position smallint check (position between 1 and 4),
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  encrypted_key bytea not null,
  taken_by uuid not null references employees (user_id),
  taken_at timestamptz not null,
  primary key (buyback_id, line, "position"),
  foreign key (buyback_id, line) references buyback_items (buyback_id, line)
);
-- Keep buyback_photos as documents
grant select, insert, update (encrypted_key) on buyback_photos to shirogane_app;

-- Whom a piece was sold to: the law asks for the buyer of jewellery from ten thousand yen on. A sale that is undone leaves its row: the next sale has its own.
create table buyback_buyers (
  buyback_id uuid,
  line smallint,
  transaction_id uuid,
  name text not null check (length(trim(name)) between 1 and 60),
  address text not null check (length(trim(address)) between 1 and 200),
  occupation text not null check (length(trim(occupation)) between 1 and 40),
  age integer not null check (age between 0 and 130),
  recorded_by uuid not null references employees (user_id),
  recorded_at timestamptz not null,
  primary key (buyback_id, line, transaction_id),
  foreign key (buyback_id, line) references buyback_items (buyback_id, line)
);
-- Keep buyback_buyers as documents
grant select, insert on buyback_buyers to shirogane_app;

-- After the functions

create constraint trigger buyback_is_paid after insert on buybacks deferrable initially deferred
for each row execute function ledger.buyback_written();
create constraint trigger buyback_is_reversed after update of reversed_at on buybacks deferrable initially deferred
for each row when (new.reversed_at is not null) execute function ledger.buyback_reversed();
create trigger buyback_stays before delete or update on buybacks for each row execute function buyback_stays();
create trigger buybacks_stay_whole before truncate on buybacks for each statement execute function row_stays();
-- A purchase is taken back by another member of staff than its buyer, or with the approval of a second person.
create trigger two_persons after update of reversed_by, reversal_approved_by on buybacks
for each row when (new.reversed_by is not null and new.reversal_approved_by is null)
execute function ledger.two_persons('employee_id', 'reversed_by');
create trigger two_persons_by_approval after update of reversed_by, reversal_approved_by on buybacks
for each row when (new.reversal_approved_by is not null)
execute function ledger.two_persons('employee_id', 'reversal_approved_by', 'reversed_by', 'reversal_approved_by');
-- What is owed for a purchase is paid by another member of staff than its buyer.
create trigger two_persons_pay after update of bank_paid_by on buybacks
for each row when (new.bank_paid_by is not null) execute function ledger.two_persons('employee_id', 'bank_paid_by');

create constraint trigger buyback_item_counts after insert on buyback_items deferrable initially deferred
for each row execute function ledger.buyback_written();
create trigger buyback_item_stays before delete or update on buyback_items
for each row execute function buyback_item_stays();
create trigger buyback_items_stay_whole before truncate on buyback_items
for each statement execute function row_stays();
create trigger piece_goes before update on buyback_items for each row execute function ledger.piece_goes();

create trigger buyback_photo_stays before delete or update on buyback_photos
for each row execute function row_stays_but_its_encryption('encrypted_key');
create trigger buyback_photos_stay_whole before truncate on buyback_photos
for each statement execute function row_stays();

create trigger buyback_buyer_stays before delete or update on buyback_buyers for each row execute function row_stays();
create trigger buyback_buyers_stay_whole before truncate on buyback_buyers
for each statement execute function row_stays();
