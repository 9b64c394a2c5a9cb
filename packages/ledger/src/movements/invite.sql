-- Gifts for an invitation: one for the member who was invited and one for their inviter, both brought by the first
-- payment of some size, and both taken back when nothing is left of that payment. The next one brings them then.

-- The gifts of once that a member has had under a period, one after the other: what was given anew names the one before it,
-- which had been taken back (`openPeriod` of packages/domain).
create or replace function ledger.given_gifts(p_user uuid, p_campaign text, p_period text) returns jsonb
language sql stable
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  with recursive given (transaction_id, nth) as (
    select g.transaction_id, 1 from ledger.campaign_grants g
    where g.user_id = p_user and g.campaign = p_campaign and g.period = p_period
    union all
    select g.transaction_id, b.nth + 1 from given b join ledger.campaign_grants g
      on g.user_id = p_user and g.campaign = p_campaign and g.period = p_period || ':' || b.transaction_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', g.transaction_id, 'is_taken_back', exists (
    select from ledger.movements b where b.related_id = g.transaction_id and b.kind = 'adjustment')) order by g.nth), '[]')
  from given g;
$$;

-- Of these customers, those who came by an invitation, and what `bringGifts` of packages/domain decides by. The job that
-- follows purchases asks for every one, on a connection that may have asked before the first gift was given: by index alone,
-- however few there were.
create or replace function ledger.invitations_of(p_customers uuid[])
returns table (user_id uuid, invited_by text, inviter_id uuid, standing text, of_number jsonb, inviter jsonb, given jsonb,
  inviter_given jsonb)
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  select a.user_id, u.username, u.id, a.standing, ledger.accounts_of_number(a.user_id),
    jsonb_build_object('is_active', i.active, 'verified', u.verified,
      'is_stopped', u.suspended_at is not null or u.closed_at is not null),
    ledger.given_gifts(a.user_id, 'invite', 'once'),
    ledger.given_gifts(a.affiliator_id, 'invite_given', a.user_id::text)
  from affiliates a join users u on u.id = a.affiliator_id join affiliators i on i.user_id = a.affiliator_id
  where a.user_id = any (p_customers);
end $$;
grant execute on function ledger.invitations_of to shirogane_app;

-- Of these movements, those that are gifts of an invitation.
create or replace function ledger.gifts_of_invitations(p_transactions uuid[]) returns setof uuid
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  return query
  select g.transaction_id from ledger.campaign_grants g
  where g.transaction_id = any (p_transactions) and g.campaign in ('invite', 'invite_given', 'invite_join');
end $$;
grant execute on function ledger.gifts_of_invitations to shirogane_app;

-- The gifts that this sale brought and that were not taken back.
create or replace function ledger.invite_gifts_of(p_sale uuid) returns setof ledger.movements
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select t.* from ledger.campaign_grants g
  join ledger.movements t on t.id = g.transaction_id
  where g.sale_id = p_sale and not exists (
    select from ledger.movements b where b.related_id = g.transaction_id and b.kind = 'adjustment')
  order by t.customer_id, t.id;
$$;
