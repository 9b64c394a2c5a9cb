-- Who gives out documents, version by version: a sale is receipted with the one that was in force when it was made.
create table receipt_issuers (
  id bigint generated always as identity primary key,
  store_id uuid not null references stores (id),
  content jsonb not null,
  effective_at timestamptz not null,
  unique (store_id, effective_at)
);
-- Keep receipt_issuers as brand
grant select on receipt_issuers to shirogane_app;

-- One document of each kind for a movement, under the movement's own number. `formal` is the one with an addressee.
create table receipts (
  id uuid primary key,
  kind text not null check (kind in ('movement', 'formal')),
  transaction_id uuid not null,
  content jsonb not null,
  addressee text check (addressee <> ''),
  proviso text check (proviso <> ''),
  issued_at timestamptz not null,
  issued_by uuid not null references users (id),
  unique (transaction_id, kind),
  check ((kind = 'formal') = (addressee is not null and proviso is not null)),
  check (kind = 'formal' or (addressee is null and proviso is null))
);
create index receipts_formal_issued on receipts (issued_at) where kind = 'formal';
-- Keep receipts as documents
grant select, insert on receipts to shirogane_app;

-- Every copy of a formal receipt that was saved or printed. From the second on it says that it is a reissue, and each says what
-- had become of the sale by then.
create table receipt_copies (
  receipt_id uuid references receipts (id),
  copy integer check (copy > 0),
  id uuid not null unique,
  refunded_total bigint not null default 0 check (refunded_total >= 0),
  voided boolean not null default false,
  made_at timestamptz not null,
  made_by uuid not null references users (id),
  -- A receipt that was saved as a file or sent by mail needs no stamp, one on paper may: the daily report counts them
  -- apart.
  on_paper boolean not null default true,
  primary key (receipt_id, copy)
);
create index receipt_copies_made on receipt_copies (made_at);
-- Keep receipt_copies as documents
grant select, insert on receipt_copies to shirogane_app;

-- After the functions

create trigger receipt_issuers_are_final before delete or update on receipt_issuers
for each row execute function receipts_are_final();

alter table receipts add constraint receipts_transaction_id_fkey
  foreign key (transaction_id) references ledger.movements (id);
create trigger receipts_are_final before delete or update on receipts
for each row execute function receipts_are_final();

create trigger receipt_copies_are_counted before insert on receipt_copies
for each row execute function receipt_copy_counted();
create trigger receipt_copies_are_final before delete or update on receipt_copies
for each row execute function receipts_are_final();
