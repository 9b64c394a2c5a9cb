-- Two accounts are not two persons while one hand may hold both. Whoever gave somebody their way in may have kept it, and
-- whoever gave a role chose who has it: that is written down until somebody else has vouched for the person. Everybody who
-- works here already stands for themself.

set lock_timeout = '3s';

alter table employees
  -- Whose invitation they last came in by, and who last gave them another role; null once somebody else has vouched.
  add column way_in_by uuid references employees (user_id),
  add column role_by uuid references employees (user_id),
  -- When the later of the two happened: whoever vouches says what they looked at.
  add column let_in_at timestamptz,
  add constraint employees_let_in_by_others check (way_in_by <> user_id and role_by <> user_id),
  add constraint employees_let_in_as_a_whole check ((let_in_at is null) = (way_in_by is null and role_by is null));

-- Nobody decides on themself, and whoever turns a refusal around is another person than the one who gave it.
create or replace function kyc_decision_is_right() returns trigger language plpgsql as $$
begin
  if not exists (select from employees e where e.user_id = new.employee_id and e.active and e.type in ('kyc_reviewer', 'owner'))
  then
    raise check_violation using constraint = 'kyc_reviewers_decide', message = 'Only a reviewer decides.';
  end if;
  if exists (select from employees e join kyc_requests r on r.id = new.request_id
      where e.user_id = new.employee_id and (e.own_customer_id = r.user_id or e.user_id = r.user_id)) then
    raise check_violation using constraint = 'kyc_maker_is_no_checker', message = 'Nobody decides on themself.';
  end if;
  if new.decision = 'approve' and exists (
    select from kyc_decisions d where d.request_id = new.request_id and d.decision = 'reject'
      and not ledger.independent(d.employee_id, new.employee_id))
  then
    raise check_violation using constraint = 'kyc_two_pairs_of_eyes', message = 'Another person has to turn a refusal around.';
  end if;
  return new;
end $$;

-- Nor does the same person look at the papers and approve them.
create or replace function kyc_seer_is_no_checker() returns trigger language plpgsql as $$
begin
  if exists (select from kyc_requests r where r.id = new.request_id and (r.seen_by = new.employee_id
      or (new.decision = 'approve' and r.seen_by is not null and not ledger.independent(r.seen_by, new.employee_id)))) then
    raise check_violation using constraint = 'kyc_seer_is_no_checker', message = 'Whoever saw the papers does not decide.';
  end if;
  return new;
end $$;
