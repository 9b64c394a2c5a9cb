-- Payouts: rewards on their way to a bank account, the files in which banks are told of them, and what the banks answered.

set lock_timeout = '3s';

create table payout_batches (
  id uuid primary key,
  number text not null unique,
  -- The day on which the money arrives, as the file says.
  value_date date not null,
  transfers integer not null check (transfers > 0),
  total bigint not null check (total > 0),
  -- The file as it was made, closed: it holds whole account numbers. It is handed out again byte for byte.
  sealed_file bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  exported_by uuid not null references employees (user_id),
  exported_at timestamptz not null
);
create index payout_batches_by_time on payout_batches (exported_at desc, id desc);

create table payouts (
  -- The movement that put the money aside has the same id.
  id uuid primary key,
  -- The number of the line in a file for the bank, by which it is known again in the bank's answer.
  reference bigint generated always as identity unique check (reference between 1 and 9999999999),
  user_id uuid not null references ledger.wallets (user_id),
  amount bigint not null check (amount > 0),
  -- Kept by the house out of the amount; the house charges none unless it says so.
  fee bigint not null check (fee >= 0 and fee < amount),
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
  sealed_account bytea not null,
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
  -- Paid once, and sent back by the bank or called back (組戻し).
  recalled_at timestamptz,
  recalled_by uuid references employees (user_id),
  canceled_at timestamptz,
  -- Null where the member did it.
  canceled_by uuid references employees (user_id),
  cancel_reason text,
  unique (batch_id, line),
  -- Whoever approves sends no file.
  constraint payout_exporter_is_no_approver check (exported_by <> approved_by),
  check ((approved_by is null) = (approved_at is null)),
  check (num_nonnulls(batch_id, line, exported_by) in (0, 3)),
  check ((settled_at is null) = (settled_by is null)),
  check ((recalled_at is null) = (recalled_by is null)),
  check (recalled_at is null or (settlement_id is not null and status = 'failed')),
  check ((failure is not null) = (status = 'failed')),
  check (canceled_by is null or cancel_reason is not null),
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
      and num_nonnulls(batch_id, settled_at, settlement_id) = 0 end)
);
-- One at a time: what is not known yet is never asked for a second time.
create unique index payouts_open on payouts (user_id) where status in ('requested', 'approved', 'exported');
create index payouts_of_user on payouts (user_id, requested_at desc, id desc);
create index payouts_by_status on payouts (status, requested_at desc, id desc);
create index payouts_by_time on payouts (requested_at desc, id desc);
create index payouts_of_method on payouts (payout_method_id) where status in ('requested', 'approved', 'exported');
create index payouts_settled on payouts (settled_at) where settled_at is not null;

-- A bank's answer, taken whole.
create table payout_results (
  batch_id uuid not null references payout_batches (id),
  sha256 bytea not null check (length(sha256) = 32),
  paid integer not null check (paid >= 0),
  failed integer not null check (failed >= 0),
  imported_by uuid not null references employees (user_id),
  imported_at timestamptz not null,
  primary key (batch_id, sha256)
);

-- The number under which whoever is paid is registered for consumption tax, for their statements.
create table payout_tax_numbers (
  user_id uuid primary key references users (id),
  registration_no text not null check (registration_no ~ '^T\d{13}$'),
  changed_at timestamptz not null
);

-- What is written of a payout stays; it only moves on, and never back.
create function payout_moves_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{status,approved_by,approved_at,batch_id,line,exported_by,settled_at,settled_by,settlement_id,'
    'return_id,failure,recalled_at,recalled_by,canceled_at,canceled_by,cancel_reason}';
begin
  if tg_op = 'DELETE' then
    raise exception 'A payout is never removed.' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - follows <> to_jsonb(old) - follows
    or (old.status, new.status) not in (('requested', 'approved'), ('requested', 'canceled'), ('approved', 'canceled'),
      ('approved', 'exported'), ('exported', 'paid'), ('exported', 'failed'), ('paid', 'failed'))
    or (old.approved_by is not null and new.approved_by is distinct from old.approved_by)
    or (old.batch_id is not null and (new.batch_id, new.line, new.exported_by) is distinct from (old.batch_id, old.line, old.exported_by))
    or (old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id) then
    raise exception 'A payout that is % does not become % like this.', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_moves_on before update or delete on payouts for each row execute function payout_moves_on();
create trigger payouts_stay_whole before truncate on payouts for each statement execute function row_stays();
create trigger payout_batches_stay before update or delete on payout_batches for each row execute function row_stays();
create trigger payout_batches_stay_whole before truncate on payout_batches for each statement execute function row_stays();
create trigger payout_results_stay before update or delete on payout_results for each row execute function row_stays();
create trigger payout_results_stay_whole before truncate on payout_results for each statement execute function row_stays();
