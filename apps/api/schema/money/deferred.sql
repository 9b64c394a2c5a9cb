-- What staff wrote about a debt: a promise, a call, an agreed day.
create table deferred_notes (
  id uuid primary key,
  customer_id uuid not null,
  store_id uuid references stores (id),
  note text not null check (length(note) between 1 and 200),
  written_by uuid not null references employees (user_id),
  written_at timestamptz not null
);
create index deferred_notes_of_customer on deferred_notes (customer_id, written_at desc);
-- Keep deferred_notes as member
grant select, insert, delete on deferred_notes to shirogane_app;

-- After the functions

alter table deferred_notes add constraint deferred_notes_customer_id_fkey
  foreign key (customer_id) references ledger.wallets (user_id);
create trigger deferred_notes_stay before delete on deferred_notes
for each row execute function note_stays_with_person('customer_id');
