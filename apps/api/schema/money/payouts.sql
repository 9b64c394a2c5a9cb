-- Bank accounts that members are paid their rewards to. The number is encrypted: the database alone reads its last
-- three digits and a name that is the same for the same account.
create table payout_methods (
  id uuid primary key,
  user_id uuid not null references users (id),
  bank_code text not null check (bank_code ~ '^[0-9]{4}$'),
  -- The names as the member chose them; banks merge and branches move, and what the member confirmed stays readable.
  bank_name text not null check (bank_name <> ''),
  branch_code text not null check (branch_code ~ '^[0-9]{3}$'),
  branch_name text not null check (branch_name <> ''),
  account_type text not null check (account_type in ('ordinary', 'current', 'savings')),
  -- Null only once the person has been forgotten.
  encrypted_number bytea,
  last3 text not null check (last3 ~ '^[0-9]{3}$'),
  -- The same for the same account under each member; made with a key that is not in the database.
  account_key text not null,
  -- Of the two people who may share an account, which one this is.
  seat smallint not null default 1 check (seat in (1, 2)),
  -- As a transfer carries it: single bytes, large kana, no long mark and no half-width wo, and never more than thirty.
  account_name_kana text not null
    check (length(account_name_kana) <= 30 and account_name_kana ~ '^[0-9A-Zｱ-ﾝﾞﾟ(). -]+$'),
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- When the account was last named, and from when on money may leave to it.
  changed_at timestamptz not null,
  usable_from timestamptz not null,
  -- Why a transfer to it came back; until it is named anew nothing more goes there.
  flagged_reason text check (flagged_reason <> ''),
  flagged_at timestamptz,
  -- A removed account stays for the payouts that went there.
  removed_at timestamptz,
  -- An account that is held by a corporation says nothing of whose it is: head office looks at it before money goes there.
  -- Null for an account in the member's own name.
  review text check (review in ('pending', 'approved', 'refused')),
  reviewed_at timestamptz,
  reviewed_by uuid references employees (user_id),
  review_reason text check (review_reason <> ''),
  -- Its owner says that they know nothing of it; until it is named anew nothing goes there, also after the stop is
  -- lifted.
  stopped_at timestamptz,
  -- Names of the same account under the other secret keys that are given.
  other_keys text[] not null default '{}',
  check (usable_from >= changed_at),
  check (removed_at is null or not is_default),
  check ((flagged_reason is null) = (flagged_at is null)),
  constraint payout_method_refusal check ((review_reason is not null) = (review is not distinct from 'refused')),
  constraint payout_method_review check (case
    when review in ('approved', 'refused') then num_nonnulls(reviewed_at, reviewed_by) = 2
    else num_nonnulls(reviewed_at, reviewed_by) = 0 end)
);
create index payout_methods_of_user on payout_methods (user_id, created_at desc, id desc) where removed_at is null;
create unique index payout_methods_default on payout_methods (user_id) where is_default;
create unique index payout_methods_same_account on payout_methods (user_id, account_key) where removed_at is null;
-- A couple may share an account; a third person may not.
create unique index payout_methods_shared on payout_methods (account_key, seat) where removed_at is null;
-- What an inviter and the invited share is looked for among all their accounts, also those that they have removed
-- since.
create index payout_methods_of_person on payout_methods (user_id);
create index payout_methods_to_review on payout_methods (changed_at, id)
where review = 'pending' and removed_at is null;
-- Keep payout_methods as member
grant select, insert, update (bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number, last3,
  account_key, seat, account_name_kana, is_default, changed_at, usable_from, flagged_reason, flagged_at, removed_at,
  review, reviewed_at, reviewed_by, review_reason, stopped_at, other_keys) on payout_methods to shirogane_app;

-- The names of a bank account, one under each secret key that is given: a third person cannot take the account while
-- the key is being changed.
create table payout_account_names (
  payout_method_id uuid references payout_methods (id) on delete cascade,
  name text,
  user_id uuid not null,
  seat smallint not null,
  primary key (payout_method_id, name),
  constraint payout_account_names_same unique (user_id, name),
  constraint payout_account_names_shared unique (name, seat)
);
-- Keep payout_account_names as member
grant select on payout_account_names to shirogane_app;

-- The number under which a member who is paid is registered for consumption tax, for their statements.
create table payout_tax_numbers (
  user_id uuid references users (id),
  -- A statement has the number that held when its payout was made, so that every change is kept. Null where the
  -- member is registered no more.
  registration_no text check (registration_no ~ '^T\d{13}$'),
  changed_at timestamptz,
  primary key (user_id, changed_at)
);
-- Keep payout_tax_numbers as documents
grant select, insert on payout_tax_numbers to shirogane_app;

-- A file in which the bank is told of payouts.
create table payout_batches (
  id uuid primary key,
  number text not null unique,
  -- The day on which the money arrives, as the file says.
  value_date date not null,
  transfers integer not null check (transfers > 0),
  total bigint not null check (total > 0),
  -- The file as it was made, closed: it holds whole account numbers. It is handed out again byte for byte.
  encrypted_file bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  exported_by uuid not null references employees (user_id),
  exported_at timestamptz not null
);
create index payout_batches_by_time on payout_batches (exported_at desc, id desc);
-- Keep payout_batches as books
grant select, update (encrypted_file) on payout_batches to shirogane_app;

-- A payout: rewards on their way to a bank account, from the request to the bank's answer.
create table payouts (
  -- The movement that put the money aside has the same id.
  id uuid primary key,
  -- The number of the line in a file for the bank, by which it is known again in the bank's answer.
  reference bigint generated always as identity unique check (reference between 1 and 9999999999),
  user_id uuid not null,
  amount bigint not null check (amount > 0),
  -- Kept by the brand out of the amount; the brand charges none unless it says so.
  fee bigint not null,
  -- Asked for by the month's round and not by the member.
  automatic boolean not null,
  -- The account as it was at the request: what is registered later changes nothing about it.
  payout_method_id uuid not null,
  bank_code text not null check (bank_code ~ '^\d{4}$'),
  bank_name text not null,
  bank_kana text not null,
  branch_code text not null check (branch_code ~ '^\d{3}$'),
  branch_name text not null,
  branch_kana text not null,
  account_type text not null check (account_type in ('ordinary', 'current', 'savings')),
  account_tail text not null check (account_tail ~ '^\d{3}$'),
  encrypted_account bytea not null,
  -- Names the account without telling it, so that the first transfer to it is known as one.
  account_key text not null,
  holder_kana text not null check (length(holder_kana) between 1 and 30),
  -- What the member was told: until when the request counts, and when the money arrives.
  cutoff_at timestamptz not null,
  value_date date not null,
  requested_at timestamptz not null,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'exported', 'paid', 'failed', 'canceled')),
  approved_by uuid references employees (user_id),
  approved_at timestamptz,
  batch_id uuid references payout_batches (id),
  line integer check (line > 0),
  exported_by uuid references employees (user_id),
  settled_at timestamptz,
  settled_by uuid references employees (user_id),
  -- The movements that let the money go and that brought it back.
  settlement_id uuid unique,
  return_id uuid unique,
  failure text check (failure in ('no_account', 'name_mismatch', 'closed', 'not_accepted', 'other')),
  -- Paid once, and sent back by the bank or called back.
  recalled_at timestamptz,
  recalled_by uuid references employees (user_id),
  canceled_at timestamptz,
  -- Null where the member did it.
  canceled_by uuid references employees (user_id),
  cancel_reason text,
  -- Until the file is written it is what the member was told, then what the file leaves out.
  withheld bigint not null default 0,
  unique (batch_id, line),
  check (fee >= 0 and fee < amount),
  check ((approved_by is null) = (approved_at is null)),
  check (num_nonnulls(batch_id, line, exported_by) in (0, 3)),
  check ((settled_at is null) = (settled_by is null)),
  check ((recalled_at is null) = (recalled_by is null)),
  check (recalled_at is null or (settlement_id is not null and status = 'failed')),
  check ((failure is not null) = (status = 'failed')),
  check (canceled_by is null or cancel_reason is not null),
  -- The approver sends no file.
  constraint payout_exporter_is_no_approver check (exported_by <> approved_by),
  constraint payout_stands check (case status
    when 'requested' then num_nonnulls(approved_at, batch_id, settled_at, settlement_id, return_id, canceled_at) = 0
    when 'approved' then approved_at is not null
    and num_nonnulls(batch_id, settled_at, settlement_id, return_id, canceled_at) = 0
    when 'exported' then approved_at is not null and batch_id is not null
    and num_nonnulls(settled_at, settlement_id, return_id, canceled_at) = 0
    when 'paid' then batch_id is not null and settled_at is not null and settlement_id is not null
    and num_nonnulls(return_id, canceled_at) = 0
    when 'failed' then batch_id is not null and settled_at is not null and return_id is not null and canceled_at is null
    else canceled_at is not null and return_id is not null
    and num_nonnulls(batch_id, settled_at, settlement_id) = 0 end),
  constraint payout_withheld check (withheld >= 0 and amount - fee - withheld > 0)
);
-- One at a time: what is not known yet is never asked for a second time.
create unique index payouts_open on payouts (user_id) where status in ('requested', 'approved', 'exported');
create index payouts_of_user on payouts (user_id, requested_at desc, id desc);
create index payouts_by_status on payouts (status, requested_at desc, id desc);
create index payouts_by_time on payouts (requested_at desc, id desc);
create index payouts_of_method on payouts (payout_method_id) where status in ('requested', 'approved', 'exported');
create index payouts_settled on payouts (settled_at) where settled_at is not null;
-- Keep payouts as documents
grant select, update (encrypted_account, account_key) on payouts to shirogane_app;

-- A bank's answer, taken whole.
create table payout_results (
  batch_id uuid references payout_batches (id),
  sha256 bytea check (length(sha256) = 32),
  paid integer not null check (paid >= 0),
  failed integer not null check (failed >= 0),
  imported_by uuid not null references employees (user_id),
  imported_at timestamptz not null,
  primary key (batch_id, sha256)
);
-- Keep payout_results as books
grant select on payout_results to shirogane_app;

-- While one stands, nothing of this member's rewards moves to a bank or into balance.
create table payout_stops (
  id uuid primary key,
  user_id uuid not null references users (id),
  payout_method_id uuid not null references payout_methods (id),
  -- By the number of a letter, by the holder of the letter; otherwise by the member, signed in.
  by_letter boolean not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references employees (user_id),
  lift_note text check (lift_note <> ''),
  check (num_nonnulls(lifted_at, lifted_by, lift_note) in (0, 3))
);
create unique index payout_stops_standing on payout_stops (user_id) where lifted_at is null;
create index payout_stops_of_user on payout_stops (user_id, stopped_at desc);
-- Keep payout_stops as account
grant select on payout_stops to shirogane_app;

-- The brake for a member who hears of an account that is not theirs: by the number in the letter about it, or signed
-- in.
create table payout_stop_codes (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The account that the letter spoke of.
  payout_method_id uuid not null references payout_methods (id),
  -- What the letter said; only its hash is kept.
  code_hash bytea not null unique check (length(code_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at <= (created_at + interval '72 hours'))
);
create index payout_stop_codes_by_age on payout_stop_codes (expires_at);
-- Keep payout_stop_codes for 2 days from expires_at (the brand): numbers that stop payouts
grant select, insert, update (used_at), delete on payout_stop_codes to shirogane_app;

-- After the functions

create trigger payout_account_is_named after insert or update of account_key, other_keys, seat, user_id, removed_at
  on payout_methods
for each row execute function keep_payout_account_names();
create trigger payout_method_is_reviewed_by_another before insert or update on payout_methods
for each row when (new.reviewed_by is not null) execute function payout_method_is_reviewed_by_another();
create constraint trigger payout_methods_have_a_default after insert or update on payout_methods deferrable
  initially deferred
for each row execute function payout_methods_have_a_default();

create trigger payout_tax_numbers_stay before delete or update on payout_tax_numbers
for each row execute function row_stays();
create trigger payout_tax_numbers_stay_whole before truncate on payout_tax_numbers
for each statement execute function row_stays();

create trigger payout_batches_stay before delete or update on payout_batches
for each row execute function row_stays_but_its_encryption('encrypted_file');
create trigger payout_batches_stay_whole before truncate on payout_batches
for each statement execute function row_stays();

alter table payouts add constraint payouts_user_id_fkey foreign key (user_id) references ledger.wallets (user_id);
create constraint trigger payout_is_moved after insert or update on payouts deferrable initially deferred
for each row execute function ledger.payout_written();
create trigger payout_moves_on before delete or update on payouts for each row execute function payout_moves_on();
create trigger payouts_stay_whole before truncate on payouts for each statement execute function row_stays();
create trigger two_persons after insert or update of approved_by, exported_by on payouts
for each row when (new.exported_by is not null) execute function ledger.two_persons('approved_by', 'exported_by');

create trigger payout_results_stay before delete or update on payout_results for each row execute function row_stays();
create trigger payout_results_stay_whole before truncate on payout_results
for each statement execute function row_stays();

create trigger payout_stop_is_lifted_once before delete or update on payout_stops
for each row execute function payout_stop_is_lifted_once();
create trigger payout_stops_stay_whole before truncate on payout_stops for each statement execute function row_stays();
