-- Who was invited by whom.

-- A member is never invited by themselves, also not in a circle of several; and the one who invited stays the same.
create or replace function affiliates_stay_a_tree() returns trigger language plpgsql
-- The tree is climbed by the index: a plan that was made while it was small would read it whole at each step.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.user_id, new.affiliator_id, new.created_at, new.via)
      is distinct from (old.id, old.user_id, old.affiliator_id, old.created_at, old.via)
    then raise exception 'Who invited somebody stays the same for good.' using errcode = 'check_violation'; end if;
    if old.standing = 'void' and new.standing <> 'void'
    then raise exception 'What was void stays void.' using errcode = 'check_violation'; end if;
    return new;
  end if;
  -- Two who name each other at the same moment come one after the other here, and the second finds the circle.
  perform pg_advisory_xact_lock(hashtextextended('affiliates', 0));
  if exists (
    with recursive above (user_id) as (
      select new.affiliator_id
      union select a.affiliator_id from affiliates a join above b on b.user_id = a.user_id
    ) select from above where user_id = new.user_id)
  then raise exception 'Nobody is invited by those whom they invited.'
    using errcode = 'check_violation', constraint = 'affiliates_are_a_tree'; end if;
  return new;
end $$;
