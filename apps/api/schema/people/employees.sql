-- A member of staff beside their row in `users`: number, role, shop, and who let them in.
create table employees (
  user_id uuid primary key references users (id),
  number text not null unique check (number ~ '^E[0-9]{4}$'),
  type text not null,
  name text not null,
  store_id uuid references stores (id),
  -- The customer account of the same person: staff ring up no sale to themselves.
  own_customer_id uuid references users (id),
  active boolean not null default true,
  -- Six digits of their own, hashed like a password. They open a register where a colleague has signed in, and nothing
  -- else.
  pin_hash text,
  changed_by uuid references employees (user_id),
  changed_at timestamptz,
  -- Whose invitation they last came in by, and who last gave them another role; null once another person has vouched.
  way_in_by uuid references employees (user_id),
  role_by uuid references employees (user_id),
  -- When the later of the two happened: the one who vouches says what they looked at.
  let_in_at timestamptz,
  -- Staff are taken on, moved, stopped and started again by others, never by themselves.
  constraint employees_changed_by_others check (changed_by <> user_id),
  constraint employees_let_in_as_a_whole check ((let_in_at is null) = (way_in_by is null and role_by is null)),
  -- Two accounts are not two persons while one hand may hold both: the one who gave a way in may have kept it, and
  -- the one who gave a role chose who has it, until a third has vouched for the person.
  constraint employees_let_in_by_others check (way_in_by <> user_id and role_by <> user_id)
);
-- An index and no constraint: as a constraint it would make the account a key of the row, and a change of it would
-- wait for what names the person, such as a sale, and hold up the next one. A partial index is no key.
create unique index employees_own_customer on employees (own_customer_id) where own_customer_id is not null;
-- Keep employees as staff
grant select, insert, update (type, name, store_id, own_customer_id, active, pin_hash, changed_by, changed_at) on
  employees to shirogane_app;

-- The way to a first password, or to a new one: good once and for three days. Only its hash is kept.
create table staff_invitations (
  id uuid primary key,
  user_id uuid not null references employees (user_id),
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- Null for the first owner, whom the owner of the database lets in.
  issued_by uuid references employees (user_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at),
  constraint staff_invited_by_others check (issued_by <> user_id)
);
create unique index staff_invitations_open on staff_invitations (user_id) where used_at is null;
-- Keep staff_invitations as staff
grant select, insert, update, delete on staff_invitations to shirogane_app;

-- After the functions

alter table employees
  add constraint employees_of_a_known_type check (is_employee_type(type)),
  -- Staff of a shop belong to one store; head office to none.
  add constraint employees_belong_where_they_work check (holds(type, 'shop.own') = (store_id is not null));

create trigger an_owner_stays before update of type, active on employees
for each row when (old.type = 'owner' and old.active and (new.type <> 'owner' or not new.active))
execute function an_owner_stays();
create trigger employee_changed after update of active, type, store_id on employees
for each row when (old.active <> new.active or old.type <> new.type or old.store_id is distinct from new.store_id)
execute function notify_of_a_changed_person();
create trigger own_account_is_left after update of own_customer_id on employees
for each row when (current_user = 'shirogane_app' and old.own_customer_id is not null
  and new.own_customer_id is distinct from old.own_customer_id)
execute function ledger.own_account_is_left();
create trigger own_account_is_said after update of own_customer_id on employees
for each row when (current_user = 'shirogane_app' and new.own_customer_id is distinct from old.own_customer_id)
execute function ledger.own_account_is_said();
create trigger role_is_given before insert or update of type on employees
for each row execute function ledger.role_is_given();
create trigger shop_is_open before insert or update of store_id, active on employees
for each row when (new.active and new.store_id is not null) execute function ledger.shop_is_open('store_id');
create trigger staff_kept_by_others before insert or update on employees
for each row execute function staff_are_kept_by_others();

create trigger invitation_is_somebodys before insert on staff_invitations
for each row when (current_user = 'shirogane_app' and new.issued_by is null)
execute function ledger.invitation_is_somebodys();
create trigger invitation_stays before update on staff_invitations
for each row execute function ledger.invitation_stays();
create trigger way_in_is_used after insert or update of used_at on staff_invitations
for each row when (new.used_at is not null) execute function ledger.way_in_is_used();
