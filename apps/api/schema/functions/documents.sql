-- Legal documents and receipts stay as they were given out.

-- A published version stays as people agreed to it.
create or replace function legal_document_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A published text is never changed: publish a new version.';
end $$;

-- A receipt stays what it was when it was given out, also after the brand or the address has changed.
create or replace function receipts_are_final() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% of % is never allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Copies are counted without a gap: from the second on a receipt says that it is a reissue. What a customer looks at
-- in their own app is no copy.
create or replace function receipt_copy_counted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.copy <> (select coalesce(max(copy), 0) + 1 from receipt_copies where receipt_id = new.receipt_id) then
    raise exception 'copy % of % is not the next one', new.copy, new.receipt_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A change of the brand or of a shop writes the next version by itself. Nothing is written before the brand is known:
-- the first version then holds for everything that came before it.
create or replace function note_receipt_issuers() returns trigger
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
