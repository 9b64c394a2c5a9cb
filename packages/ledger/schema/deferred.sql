-- What the customer agreed to, and the member of staff who looked at them: the contract of one deferred payment.
create table ledger.deferred_agreements (
  sale_id uuid primary key,
  customer_id uuid not null,
  -- The line that the customer drew, as the path of an SVG.
  -- Null where the customer said yes on their phone: that confirmation bears the id of the sale.
  signature text check (length(signature) between 8 and 20000 and signature ~ '^[ML0-9 .]+$'),
  -- The version of the terms that were in force; none where the brand has published none.
  terms_version text,
  confirmed_by uuid not null references employees (user_id),
  -- The member of staff who let the sale pass although an earlier debt is overdue.
  override_by uuid references employees (user_id),
  override_reason text check (override_reason <> ''),
  agreed_at timestamptz not null,
  -- Where they could not: the second person who agreed beside the signature, and their approval.
  approval_id uuid,
  approved_by uuid references employees (user_id),
  check ((override_by is null) = (override_reason is null)),
  constraint deferred_agreements_signed_before_two check ((approval_id is null) = (approved_by is null)
    and (approval_id is null or signature is not null))
);
create unique index deferred_agreements_of_approval on ledger.deferred_agreements (approval_id)
where approval_id is not null;
-- A line that was drawn once is not drawn again: the same one is a copy. Signatures without an approval are left out,
-- since the demonstration draws one line for all of its members.
create unique index deferred_agreements_signed_once on ledger.deferred_agreements (md5(signature))
where approval_id is not null;
create index deferred_agreements_by_signature on ledger.deferred_agreements (md5(signature));
-- Keep ledger.deferred_agreements as documents
grant select on ledger.deferred_agreements to shirogane_app;

-- Who let a customer owe how much, and why.
create table ledger.deferred_limits (
  id bigint generated always as identity primary key,
  customer_id uuid not null references ledger.wallets (user_id),
  amount bigint not null check (amount >= 0),
  before bigint not null check (before >= 0),
  reason text not null check (reason <> ''),
  granted_by uuid not null references employees (user_id),
  approved_by uuid references employees (user_id),
  store_id uuid references stores (id),
  granted_at timestamptz not null,
  check (approved_by is distinct from granted_by)
);
create index deferred_limits_of_customer on ledger.deferred_limits (customer_id, id desc);
-- Keep ledger.deferred_limits as books
grant select on ledger.deferred_limits to shirogane_app;

-- A customer takes articles today and pays once, on one day within two months. One row for each sale with a deferred part. What is owed of it moves with `ledger.deferred_moves` and in no other
-- way.
create table ledger.deferred_sales (
  sale_id uuid primary key references ledger.movements (id),
  customer_id uuid not null references ledger.wallets (user_id),
  store_id uuid not null references stores (id),
  amount bigint not null check (amount > 0),
  -- The rest of the sale's money and the rate that it earned by: the deferred part earns the same when it is
  -- collected.
  base bigint not null check (base >= 0),
  rate_bp integer not null check (rate_bp >= 0),
  bought_on date not null,
  due_on date not null,
  collected bigint not null default 0 check (collected >= 0),
  cancelled bigint not null default 0 check (cancelled >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  outstanding bigint not null generated always as (amount - collected - cancelled - written_off) stored,
  status text not null generated always as (case
    when amount - collected - cancelled - written_off > 0 then case when collected > 0 then 'partially_paid' else 'open' end
    when written_off > 0 then 'written_off'
    when collected > 0 then 'settled'
    else 'cancelled' end) stored,
  -- What collections brought and refunds have set against the debt, by the way in which it would go back.
  cash_left bigint not null default 0 check (cash_left >= 0),
  card_left bigint not null default 0 check (card_left >= 0),
  paid_left bigint not null default 0 check (paid_left >= 0),
  bonus_left bigint not null default 0 check (bonus_left >= 0),
  -- Points that collections have brought.
  points bigint not null default 0 check (points >= 0),
  created_at timestamptz not null,
  -- Nothing below zero, and one payment within two months: never the two months and three payments that the law on
  -- instalments begins with.
  check (collected + cancelled + written_off <= amount),
  -- Cut off once on the running sum, together with what the sale earned at once: paid in parts or at one time, it is the same.
  constraint deferred_points_follow_their_yen
    check (points = (base + collected) * rate_bp / 10000 - base * rate_bp / 10000),
  check (due_on > bought_on and due_on < (bought_on + interval '2 months')::date)
) with (fillfactor = 80);
create index deferred_sales_of_customer on ledger.deferred_sales (customer_id, due_on, created_at, sale_id)
where outstanding > 0;
create index deferred_sales_of_store on ledger.deferred_sales (store_id, due_on) where outstanding > 0;
create index deferred_sales_by_due on ledger.deferred_sales (due_on, customer_id) where outstanding > 0;
-- Keep ledger.deferred_sales as books
grant select on ledger.deferred_sales to shirogane_app;

-- How each movement changed each debt.
create table ledger.deferred_moves (
  transaction_id uuid,
  sale_id uuid references ledger.deferred_sales (sale_id),
  -- A collection, by the ways in which it came in.
  cash bigint not null default 0 check (cash >= 0),
  card bigint not null default 0 check (card >= 0),
  bank bigint not null default 0 check (bank >= 0),
  paid bigint not null default 0 check (paid >= 0),
  bonus bigint not null default 0 check (bonus >= 0),
  points bigint not null default 0 check (points >= 0),
  -- A refund: what it takes away of the debt, how much of that stands for cash and card of the sale, and what goes
  -- back of earlier collections.
  cancelled bigint not null default 0 check (cancelled >= 0),
  cancelled_cash bigint not null default 0 check (cancelled_cash >= 0),
  cancelled_card bigint not null default 0 check (cancelled_card >= 0),
  returned_cash bigint not null default 0 check (returned_cash >= 0),
  returned_card bigint not null default 0 check (returned_card >= 0),
  returned_paid bigint not null default 0 check (returned_paid >= 0),
  returned_bonus bigint not null default 0 check (returned_bonus >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  -- In all, however it came in or went back.
  collected bigint not null generated always as (cash + card + bank + paid + bonus) stored,
  returned bigint not null generated always as (returned_cash + returned_card + returned_paid + returned_bonus) stored,
  xid xid8 not null default pg_current_xact_id(),
  primary key (transaction_id, sale_id),
  check (cancelled_cash + cancelled_card <= cancelled),
  -- One movement does one of three things to a debt: it collects, it gives up, or it refunds.
  check ((collected > 0)::int + (written_off > 0)::int + (cancelled + returned > 0)::int = 1),
  check (points = 0 or collected > 0)
);
create index deferred_moves_of_sale on ledger.deferred_moves (sale_id);
-- Keep ledger.deferred_moves as books
grant select on ledger.deferred_moves to shirogane_app;

-- After the functions

alter table ledger.deferred_agreements add constraint deferred_agreements_sale_id_fkey
  foreign key (sale_id) references ledger.deferred_sales (sale_id);
create trigger act_on_record after insert on ledger.deferred_agreements
for each row when (new.override_by is not null)
execute function ledger.act_is_on_record('later.overdue_let_pass', 'override_by', 'agreed_at', 'sale_id',
  'customer_id', 'override_reason', 'confirmed_by');
create constraint trigger deferrals_are_agreed after insert on ledger.deferred_agreements deferrable initially
  deferred
for each row execute function ledger.deferral_agreed();
create trigger deferred_agreements_are_final before delete or update on ledger.deferred_agreements
for each row execute function ledger.refuse_change();
create trigger deferred_agreements_stay before truncate on ledger.deferred_agreements
for each statement execute function ledger.refuse_change();
create trigger signed_on_record after insert on ledger.deferred_agreements
for each row when (new.approved_by is not null)
execute function ledger.act_is_on_record('later.signed', 'confirmed_by', 'agreed_at', 'sale_id', 'customer_id',
  'approved_by');
create trigger two_persons after insert on ledger.deferred_agreements
for each row when (new.approved_by is not null) execute function ledger.two_persons('confirmed_by', 'approved_by');
create trigger approval_of_another after insert on ledger.deferred_agreements
for each row when (new.override_by is not null or new.approved_by is not null)
execute function ledger.approval_of_another('customer_id', 'override_by', 'approved_by');

create trigger act_on_record after insert on ledger.deferred_limits for each row
execute function ledger.act_is_on_record('later.limit_set', 'granted_by', 'granted_at', 'customer_id',
  'customer_id', 'before=amount', 'approved_by');
create trigger deferred_limits_are_final before delete or update on ledger.deferred_limits
for each row execute function ledger.refuse_change();
create trigger deferred_limits_stay before truncate on ledger.deferred_limits
for each statement execute function ledger.refuse_change();
create trigger two_persons after insert on ledger.deferred_limits
for each row when (new.approved_by is not null) execute function ledger.two_persons('granted_by', 'approved_by');
create trigger approval_of_another after insert on ledger.deferred_limits
for each row execute function ledger.approval_of_another('customer_id', 'granted_by', 'approved_by');

create constraint trigger debts_match_wallet after insert or update on ledger.deferred_sales deferrable initially
  deferred
for each row execute function ledger.debts_match();
create trigger deferred_opened after insert on ledger.deferred_sales referencing new table as opened
for each statement execute function ledger.deferred_opened();
create trigger deferred_sales_are_fixed before update of sale_id, customer_id, store_id, amount, base, rate_bp,
  bought_on, due_on, created_at on ledger.deferred_sales
for each row execute function ledger.refuse_change();
create trigger deferred_sales_move_by_moves before update of collected, cancelled, written_off, cash_left,
  card_left, paid_left, bonus_left, points on ledger.deferred_sales
for each row execute function ledger.deferred_sale_changed();
create trigger deferred_sales_remain before truncate on ledger.deferred_sales
for each statement execute function ledger.refuse_change();
create trigger deferred_sales_stay before delete on ledger.deferred_sales
for each row execute function ledger.refuse_change();

create trigger deferred_moved after insert on ledger.deferred_moves referencing new table as moved
for each statement execute function ledger.deferred_moved();
create trigger deferred_moves_are_final before delete or update on ledger.deferred_moves
for each row execute function ledger.refuse_change();
create trigger deferred_moves_stay before truncate on ledger.deferred_moves
for each statement execute function ledger.refuse_change();
