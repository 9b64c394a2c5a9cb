-- Tax that is withheld from a payout: it leaves the hold with the payment, stays with the house until it is paid to the tax
-- office, and comes back with a payment that is called back.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('withholding', 'JPY', 'store', 'Income tax withheld from payouts, kept for the tax office');

-- What of a payout was withheld; below zero what came back with it.
alter table ledger.transactions add column payout_withheld bigint;
-- No row has it yet, so none is read to see.
alter table ledger.transactions add constraint transactions_withheld
  check (payout_withheld is null or kind = 'payout') not valid;

create or replace function ledger.reward_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  if t.reward_pending_change = 0 or t.reward_confirmed_change = 0 or t.reward_change = 0 or t.payout_hold_change = 0
    or t.payout_bank = 0 or t.payout_withheld = 0 or t.reward_after < 0 or t.payout_hold_after < 0 or (t.kind = 'reward') <> (t.reward_step is not null)
  then return false; end if;
  -- A sale books what it earns and touches nobody's account.
  if t.kind = 'payment' then
    return t.customer_id is not null and t.reward_pending_change > 0
      and num_nonnulls(t.reward_confirmed_change, t.reward_change, t.payout_hold_change, t.payout_bank) = 0;
  end if;
  if t.kind not in ('reward', 'payout') or t.store_id is null or t.spent_total <> 0 or t.received_bonus <> 0
    or t.tender_balance_paid <> 0 or t.tender_balance_bonus <> 0 or t.received_point_regular <> 0
    or t.received_point_limited <> 0 or t.tender_point_regular <> 0 or t.tender_point_limited <> 0 then
    return false;
  end if;
  -- A payout draws on what was claimed for it and on nothing else: into the hold, back from it, or out of the house, of which
  -- a part may be tax. Tax is withheld with what is paid, and comes back with it.
  if t.kind = 'payout' then
    return t.customer_id is not null and t.received_paid = 0
      and num_nonnulls(t.reward_pending_change, t.reward_confirmed_change) = 0
      and num_nonnulls(t.reward_change, t.payout_hold_change, t.payout_bank) > 0
      and coalesce(t.reward_change, 0) + coalesce(t.payout_hold_change, 0) + coalesce(t.payout_bank, 0)
        + coalesce(t.payout_withheld, 0) = 0
      and (t.payout_withheld is null or coalesce(sign(t.payout_withheld) = sign(t.payout_bank), false));
  end if;
  if num_nonnulls(t.payout_hold_change, t.payout_bank) > 0 then return false; end if;
  return coalesce(case t.reward_step
    when 'accrue' then t.customer_id is null and t.reward_pending_change > 0
      and num_nonnulls(t.reward_confirmed_change, t.reward_change) = 0
    when 'confirm' then t.customer_id is not null and t.received_paid = 0 and t.reward_pending_change < 0
      and t.reward_confirmed_change = -t.reward_pending_change and t.reward_change is null
    -- What is pending goes back at the shop; what was confirmed is taken from whoever had it.
    when 'reverse' then t.received_paid = 0 and case when t.customer_id is null
      then t.reward_pending_change < 0 and num_nonnulls(t.reward_confirmed_change, t.reward_change) = 0
      else t.reward_pending_change is null and coalesce(t.reward_confirmed_change, 0) <= 0
        and coalesce(t.reward_change, 0) <= 0 and num_nonnulls(t.reward_confirmed_change, t.reward_change) > 0 end
    -- Into balance or into what can be paid out, whole.
    when 'claim' then t.customer_id is not null and t.reward_pending_change is null and t.reward_confirmed_change < 0
      and case when t.received_paid > 0 then t.reward_change is null and t.received_paid = -t.reward_confirmed_change
        else t.reward_change = -t.reward_confirmed_change end
  end, false);
end $$;

-- Until the file is written it is what the member was told, then what the file leaves out.
alter table payouts add column withheld bigint not null default 0,
  add constraint payout_withheld check (withheld >= 0 and amount - fee - withheld > 0);

create or replace function payout_moves_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{status,approved_by,approved_at,batch_id,line,exported_by,settled_at,settled_by,settlement_id,'
    'return_id,withheld,failure,recalled_at,recalled_by,canceled_at,canceled_by,cancel_reason}';
begin
  if tg_op = 'DELETE' then
    raise exception 'A payout is never removed.' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - follows <> to_jsonb(old) - follows
    or (old.status, new.status) not in (('requested', 'approved'), ('requested', 'canceled'), ('approved', 'canceled'),
      ('approved', 'exported'), ('exported', 'paid'), ('exported', 'failed'), ('paid', 'failed'))
    or (old.approved_by is not null and new.approved_by is distinct from old.approved_by)
    or (old.batch_id is not null and (new.batch_id, new.line, new.exported_by) is distinct from (old.batch_id, old.line, old.exported_by))
    -- What is withheld is settled when the file is written, which names the day of the payment.
    or (new.withheld <> old.withheld and new.status <> 'exported')
    or (old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id) then
    raise exception 'A payout that is % does not become % like this.', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
