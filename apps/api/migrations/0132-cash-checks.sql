-- Who pays a large sum in cash is written down before the sale is done, and kept for seven years: the law for dealers in
-- precious metals. Rows are only ever added.

set lock_timeout = '3s';

create sequence cash_check_numbers;

create table cash_checks (
  id uuid primary key,
  number text not null unique default 'C' || lpad(nextval('cash_check_numbers')::text, 6, '0'),
  store_id uuid not null references stores (id),
  register_id uuid references registers (id),
  employee_id uuid not null references employees (user_id),
  -- A member's check covers the member's whole day; without a member it covers the one sale that it names.
  customer_id uuid references users (id),
  transaction_id uuid not null,
  business_date date not null,
  amount bigint not null check (amount > 0),
  name text not null check (length(trim(name)) > 0),
  address text not null check (length(trim(address)) > 0),
  date_of_birth date not null check (date_of_birth >= '1900-01-01' and date_of_birth <= business_date),
  occupation text not null check (length(trim(occupation)) > 0),
  purpose text not null check (length(trim(purpose)) > 0),
  document text not null check (document in
    ('driver_license', 'my_number_card', 'residence_card', 'special_permanent_certificate', 'passport')),
  -- A number card's number is never written down, not even a part of it.
  document_tail text check (document_tail ~ '^[0-9A-Za-z]{3,4}$'),
  method text not null references kyc_methods (method),
  -- Never told to the customer.
  suspicious boolean not null default false,
  note text,
  at timestamptz not null,
  keep_until date not null check (keep_until >= business_date + interval '7 years'),
  check (document_tail is null or document <> 'my_number_card')
);
create index cash_checks_of_customer on cash_checks (customer_id, business_date) where customer_id is not null;
create index cash_checks_of_sale on cash_checks (transaction_id);
create index cash_checks_by_day on cash_checks (business_date, store_id);

create trigger cash_checks_stay before update or delete on cash_checks for each row execute function row_stays();
create trigger cash_checks_stay_whole before truncate on cash_checks for each statement execute function row_stays();

-- Whoever checks works at that store, and nobody checks themself; the paper is looked at in a way that the law takes on
-- that day.
create function cash_check_is_right() returns trigger language plpgsql as $$
begin
  if not exists (select from employees e where e.user_id = new.employee_id and e.active
      and e.type in ('register', 'manager') and e.store_id = new.store_id
      and (new.customer_id is null or e.own_customer_id is distinct from new.customer_id)) then
    raise check_violation using constraint = 'cash_check_by_staff', message = 'Only staff of that store check, and nobody themself.';
  end if;
  if not exists (select from kyc_methods m where m.method = new.method and not m.is_remote and m.is_offered
      and (new.at at time zone 'Asia/Tokyo')::date between m.valid_from and coalesce(m.valid_to, 'infinity')) then
    raise check_violation using constraint = 'cash_check_method', message = 'This way is not taken on this day.';
  end if;
  return new;
end $$;
create trigger cash_check_is_right before insert on cash_checks
  for each row execute function cash_check_is_right();

-- Cash of a business day, for the sums of a customer and for the list of what may be one deal in parts.
create index transactions_cash_by_day on ledger.transactions (business_date, customer_id)
  where kind = 'payment' and tender_cash >= 100000;
