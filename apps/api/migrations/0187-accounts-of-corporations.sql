-- An account that is held by a corporation says nothing of whose it is: head office looks at it before money goes there.

set lock_timeout = '3s';

alter table payout_methods
  -- Null for an account in the member's own name.
  add column review text check (review in ('pending', 'approved', 'refused')),
  add column reviewed_at timestamptz,
  add column reviewed_by uuid references employees (user_id),
  add column review_reason text check (review_reason <> ''),
  add constraint payout_method_review check (case
    when review in ('approved', 'refused') then num_nonnulls(reviewed_at, reviewed_by) = 2
    else num_nonnulls(reviewed_at, reviewed_by) = 0 end),
  add constraint payout_method_refusal check ((review_reason is not null) = (review is not distinct from 'refused'));
create index payout_methods_to_review on payout_methods (changed_at, id) where review = 'pending' and removed_at is null;

-- Nobody decides about an account of their own.
create function payout_method_is_reviewed_by_another() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from employees e where e.user_id = new.reviewed_by and e.own_customer_id = new.user_id) then
    raise exception 'An account is reviewed by whose it is.' using errcode = '23514',
      constraint = 'payout_method_is_reviewed_by_another';
  end if;
  return new;
end $$;
create trigger payout_method_is_reviewed_by_another before insert or update on payout_methods
  for each row when (new.reviewed_by is not null) execute function payout_method_is_reviewed_by_another();
