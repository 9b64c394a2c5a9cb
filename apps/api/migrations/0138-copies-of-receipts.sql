-- A receipt that staff hand out on paper or by mail is counted as a 領収書 is: from the second on it says that it is a
-- reissue. What a customer looks at in their own app is no copy.

create or replace function receipt_copy_counted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.copy <> (select coalesce(max(copy), 0) + 1 from receipt_copies where receipt_id = new.receipt_id) then
    raise exception 'copy % of % is not the next one', new.copy, new.receipt_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
