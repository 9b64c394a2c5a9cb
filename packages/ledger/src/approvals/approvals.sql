-- Uses an approval up for one act, in the transaction of that act: it must have been given to this very person, for
-- this kind of act in this store, with this subject and this amount, must not have been used and must not have ended.
-- The person who gave it still has to be another one than the actor. Answers who gave it, or null where no approval
-- fits. Two acts at once cannot share one.
create or replace function ledger.use_approval(
  p_id uuid, p_kind text, p_store uuid, p_amount bigint, p_subject jsonb, p_actor uuid
) returns uuid
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_decider uuid;
begin
  -- An act takes its key before an approval, as a payment does and as a new version of these functions locks the
  -- tables: an act that has used an approval up never waits for an act that waits for that approval.
  lock table ledger.idempotency in row exclusive mode;
  update approvals set used_at = ledger.now(), used_by = p_actor
  where id = p_id and kind = p_kind and store_id = p_store and amount is not distinct from p_amount and subject = p_subject
    and requested_by = p_actor and status = 'approved' and used_at is null and expires_at > ledger.now()
    and ledger.independent(decided_by, p_actor)
  returning decided_by into v_decider;
  return v_decider;
end $$;
grant execute on function ledger.use_approval to shirogane_app;
