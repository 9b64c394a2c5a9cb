-- One row for each movement: who, where, when and what it came to, in columns that several kinds have. It never changes:
-- what one kind alone says stands in a table of that kind, and what refunds and corrections make of a sale is read from
-- them (`ledger.transactions`).
create table ledger.movements (
  id uuid primary key,
  number text not null unique,
  kind text not null,
  customer_id uuid,
  store_id uuid,
  register_id uuid,
  employee_id uuid,
  pay_code_id uuid,
  related_id uuid,
  business_date date not null,
  spent_total bigint not null default 0,
  tender_balance_paid bigint not null default 0,
  tender_balance_bonus bigint not null default 0,
  tender_point_regular bigint not null default 0,
  tender_point_limited bigint not null default 0,
  tender_cash bigint not null default 0,
  tender_card bigint not null default 0,
  tender_later bigint not null default 0,
  cash_tendered bigint,
  received_paid bigint not null default 0,
  received_bonus bigint not null default 0,
  received_point_regular bigint not null default 0,
  received_point_limited bigint not null default 0,
  -- Why these points: the base that earned them and the rate of the level at that moment.
  earn_base bigint not null default 0,
  rate_bp integer not null default 0,
  level_before smallint,
  level_after smallint,
  level_accumulation_after bigint,
  balance_paid_after bigint,
  balance_bonus_after bigint,
  point_regular_after bigint,
  point_limited_after bigint,
  tax jsonb not null default '[]',
  -- What the movement tells its customer: a code, with what its sentence needs beyond the row. Rendered when it is read.
  message jsonb,
  note text,
  opened_at timestamptz not null,
  completed_at timestamptz not null,
  -- The database transaction that wrote the row: the chain follows it, and transfers must share it.
  xid xid8 not null default pg_current_xact_id(),
  -- Why staff gave money back, and who else agreed to it.
  reason text,
  approved_by uuid,
  -- Earned points that a refund could not take back and that stay owed, points that paid off such a debt, and what of it
  -- is left.
  points_owed bigint,
  point_debt_repaid bigint,
  point_debt_after bigint,
  -- On a sale, which lots gave how many of its limited points, in their order; on a refund, how many go back for
  -- each.
  lots jsonb,
  -- What the customer owes after a movement of the debt.
  receivable_after bigint,
  -- Which of the things that its kind can do. Of cash: the float of a morning, cash put in or taken out, the difference that
  -- a count found, the way to the bank, or the opening of a closed day, which takes the last two back. Of rewards: accrue,
  -- confirm, reverse or claim. Of adjustments: a debt that is given up.
  step text,
  check (cash_tendered >= tender_cash)
);
create index movements_of_customer on ledger.movements (customer_id, completed_at desc, id desc);
create index movements_of_store on ledger.movements (store_id, completed_at desc, id desc);
create index movements_by_xid on ledger.movements (xid);
-- One payment for one code, also where everything before it goes wrong.
create unique index movements_pay_code on ledger.movements (pay_code_id) where pay_code_id is not null;
-- Payments that lifted their customer: few, and found without a look at the others.
create index movements_that_lift on ledger.movements (customer_id, completed_at desc)
where level_after > level_before;
create index movements_related on ledger.movements (related_id) where related_id is not null;
-- Cash of a business day, for the sums of a customer and for the list of what may be one deal in parts.
create index movements_cash_by_day on ledger.movements (business_date, customer_id)
where kind = 'payment' and tender_cash >= 100000;
create index movements_of_employee on ledger.movements (employee_id, completed_at desc, id desc)
where employee_id is not null;
-- A gift is taken back once. A debt may be written off in parts.
create unique index movements_taken_back_once on ledger.movements (related_id)
where kind = 'adjustment' and related_id is not null and step is null and customer_id is not null;
-- Managers list the members who have paid at their shop: the next member is found by one look, and no other sales are
-- read.
create index movements_of_members on ledger.movements (store_id, customer_id)
where kind = 'payment' and customer_id is not null;
-- What a shop deferred and collected on a day is found without reading all of the day's sales.
create index movements_of_debts on ledger.movements (store_id, completed_at)
where kind = 'later_payment' or tender_later > 0;
-- Keep ledger.movements as books
grant select on ledger.movements to shirogane_app;

-- What was sold, and which part of each tender fell on which line: a later return reads it back to the yen.
create table ledger.transaction_lines (
  transaction_id uuid,
  line smallint check (line > 0),
  sku_id uuid,
  sku text,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price > 0),
  discount bigint not null default 0,
  subtotal bigint not null,
  tax_rate_bp integer not null,
  share_points bigint not null,
  share_balance bigint not null,
  share_cash bigint not null,
  share_card bigint not null,
  share_later bigint not null,
  -- A line of a refund that gives money back for articles that the customer keeps.
  amount_only boolean,
  -- Discounts with their reasons, the weight and the rate of a price, a word about the line.
  detail jsonb,
  -- On a refund, what becomes of the articles: on sale again, damaged, or put aside until they are looked at.
  restock text check (restock in ('resale', 'damaged', 'hold')),
  primary key (transaction_id, line),
  check (subtotal >= 0 and subtotal = unit_price * quantity - discount),
  check (subtotal = share_points + share_balance + share_cash + share_card + share_later),
  constraint transaction_lines_not_negative check (least(discount, tax_rate_bp, share_points, share_balance,
    share_cash, share_card, share_later) >= 0)
);
-- Ids rise with time, so that the newest sales of an article are the last of its ids.
create index transaction_lines_of_sku on ledger.transaction_lines (sku_id, transaction_id desc)
where sku_id is not null;
-- Keep ledger.transaction_lines as books
grant select on ledger.transaction_lines to shirogane_app;

-- The only way value moves: from one account to another of the same asset, once, for good.
create table ledger.transfers (
  transaction_id uuid,
  line smallint check (line > 0),
  code text not null,
  debit_kind ledger.account not null,
  debit_holder uuid not null,
  credit_kind ledger.account not null,
  credit_holder uuid not null,
  amount bigint not null check (amount > 0),
  xid xid8 not null default pg_current_xact_id(),
  primary key (transaction_id, line),
  check ((debit_kind < 'point_regular') = (credit_kind < 'point_regular')),
  check (debit_kind <> credit_kind or debit_holder <> credit_holder)
);
-- Keep ledger.transfers as books
grant select on ledger.transfers to shirogane_app;

-- After the functions

-- Whether the row is what its kind may be: every sum of every kind. It is one function, because PostgreSQL reads the
-- text of every check of a table anew for each statement that writes to it, and a function's once for each
-- connection.
alter table ledger.movements add constraint movements_add_up check (ledger.movement_fits(movements));
create trigger act_on_record after insert on ledger.movements
for each row when (new.kind <> 'payment' and new.employee_id is not null)
execute function ledger.act_is_on_record('money.*', 'employee_id', 'completed_at', 'id', 'customer_id', 'number',
  'spent_total', 'tender_cash', 'tender_card', 'received_paid', 'received_bonus', 'received_point_regular',
  'received_point_limited', 'approved_by');
create trigger movements_posted after insert on ledger.movements referencing new table as posted
for each statement execute function ledger.movements_posted();
-- Nearly every payment is small, and passes by this comparison without a call.
create constraint trigger large_payments_are_agreed after insert on ledger.movements deferrable initially deferred
for each row when (new.kind = 'payment'
  and (new.tender_balance_paid + new.tender_balance_bonus + new.tender_point_regular + new.tender_point_limited
    + new.tender_later) > 1000)
execute function ledger.large_payment_agreed();
-- One for all that a movement needs beside it: the condition of each trigger is read anew for every batch of payments.
create constraint trigger movement_complete after insert on ledger.movements deferrable initially deferred
for each row when (new.kind <> 'payment' or new.tender_later > 0)
execute function ledger.movement_complete();
create trigger movements_are_final before delete or update on ledger.movements
for each row execute function ledger.refuse_change();
create trigger movements_stay before truncate on ledger.movements
for each statement execute function ledger.refuse_change();
-- The movement of a close or a purchase taken back comes before the row whose own check names one account twice.
create trigger two_persons after insert on ledger.movements
for each row when (new.approved_by <> new.employee_id)
execute function ledger.two_persons('employee_id', 'approved_by');
create trigger approval_of_another after insert on ledger.movements
for each row when (new.approved_by is not null and new.customer_id is not null)
execute function ledger.approval_of_another('customer_id', 'approved_by');

alter table ledger.transaction_lines add constraint transaction_lines_discounts
  check (detail is null or discount = ledger.discount_sum(detail));
create trigger lines_move_stock after insert on ledger.transaction_lines referencing new table as posted
for each statement execute function ledger.lines_move_stock();
create trigger lines_posted after insert on ledger.transaction_lines referencing new table as posted
for each statement execute function ledger.lines_posted();
create trigger transaction_lines_are_final before delete or update on ledger.transaction_lines
for each row execute function ledger.refuse_change();
create trigger transaction_lines_stay before truncate on ledger.transaction_lines
for each statement execute function ledger.refuse_change();

create constraint trigger accrual_is_written after insert on ledger.transfers deferrable initially deferred
for each row when (new.credit_kind = 'reward_pending') execute function ledger.accrual_written();
create trigger transfers_are_final before delete or update on ledger.transfers
for each row execute function ledger.refuse_change();
create trigger transfers_posted after insert on ledger.transfers referencing new table as posted
for each statement execute function ledger.transfers_posted();
create trigger transfers_stay before truncate on ledger.transfers
for each statement execute function ledger.refuse_change();
