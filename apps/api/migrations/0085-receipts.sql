-- Receipts stay what they were when they were given out, whatever the brand is called and wherever a shop stands later.

set lock_timeout = '3s';

-- Who gives out documents, version by version: a sale is receipted with the one that was in force when it was made.
create table receipt_issuers (
  id bigint generated always as identity primary key,
  store_id uuid not null references stores (id),
  content jsonb not null,
  effective_at timestamptz not null,
  unique (store_id, effective_at)
);

-- A change of the brand or of a shop writes the next version by itself. Nothing is written before the brand is known:
-- the first version then holds for everything that came before it.
create function note_receipt_issuers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into receipt_issuers (store_id, content, effective_at)
  select s.id, s.content, case when known.content is null then '-infinity' else clock_timestamp() end
  from (
    select t.id, jsonb_build_object(
      'brand', b.value ->> 'name', 'company', b.value ->> 'company',
      'registration_no', b.value ->> 'invoice_registration_no', 'store_name', t.name, 'postcode', t.postcode,
      'address', t.address, 'phone', t.phone) as content
    from stores t join settings b on b.key = 'brand'
  ) s
  left join lateral (
    select v.content from receipt_issuers v where v.store_id = s.id order by v.effective_at desc limit 1
  ) known on true
  where known.content is distinct from s.content;
  return null;
end $$;
create trigger stores_issue_receipts after insert or update on stores
for each statement execute function note_receipt_issuers();
create trigger brand_issues_receipts after insert or update on settings
for each row when (new.key = 'brand') execute function note_receipt_issuers();
insert into receipt_issuers (store_id, content, effective_at)
select t.id, jsonb_build_object(
  'brand', b.value ->> 'name', 'company', b.value ->> 'company',
  'registration_no', b.value ->> 'invoice_registration_no', 'store_name', t.name, 'postcode', t.postcode,
  'address', t.address, 'phone', t.phone), '-infinity'
from stores t join settings b on b.key = 'brand';

-- One document of each kind for a movement, under the movement's own number. `formal` is the 領収書 with an addressee.
create table receipts (
  id uuid primary key,
  kind text not null check (kind in ('movement', 'formal')),
  transaction_id uuid not null references ledger.transactions (id),
  content jsonb not null,
  addressee text check (addressee <> ''),
  proviso text check (proviso <> ''),
  issued_at timestamptz not null,
  issued_by uuid not null references users (id),
  unique (transaction_id, kind),
  check ((kind = 'formal') = (addressee is not null and proviso is not null)),
  check (kind = 'formal' or (addressee is null and proviso is null))
);

-- Every copy of a 領収書 that was saved or printed. From the second on it says that it is a reissue, and each says what
-- had become of the sale by then.
create table receipt_copies (
  receipt_id uuid not null references receipts (id),
  copy integer not null check (copy > 0),
  id uuid not null unique,
  refunded_total bigint not null default 0 check (refunded_total >= 0),
  voided boolean not null default false,
  made_at timestamptz not null,
  made_by uuid not null references users (id),
  primary key (receipt_id, copy)
);

create function receipts_are_final() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% of % is never allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger receipt_issuers_are_final before update or delete on receipt_issuers
for each row execute function receipts_are_final();
create trigger receipts_are_final before update or delete on receipts
for each row execute function receipts_are_final();
create trigger receipt_copies_are_final before update or delete on receipt_copies
for each row execute function receipts_are_final();

-- Copies are counted without a gap and belong to a 領収書 alone.
create function receipt_copy_counted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from receipts where id = new.receipt_id and kind = 'formal')
    or new.copy <> (select coalesce(max(copy), 0) + 1 from receipt_copies where receipt_id = new.receipt_id) then
    raise exception 'copy % of % is not the next one', new.copy, new.receipt_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger receipt_copies_are_counted before insert on receipt_copies
for each row execute function receipt_copy_counted();
