-- Gifts for an invitation: one for the member who was invited and one for their inviter, both brought by the first
-- payment of some size, and both taken back when nothing is left of that payment. The next one brings them then.

-- Under which period a gift of once may be given now; null while it stands. One that was taken back is followed by at most
-- one other, which names it, so that the key of the gifts itself keeps two of them from standing.
create or replace function ledger.open_gift(p_user uuid, p_campaign text, p_period text) returns text
language plpgsql stable
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_period text := p_period;
  v_gift uuid;
begin
  loop
    select g.transaction_id into v_gift from ledger.campaign_grants g
    where g.user_id = p_user and g.campaign = p_campaign and g.period = v_period;
    if not found then return v_period; end if;
    if not exists (select from ledger.movements b where b.related_id = v_gift and b.kind = 'adjustment') then
      return null;
    end if;
    v_period := p_period || ':' || v_gift;
  end loop;
end $$;

drop function if exists ledger.invited_without_gifts(uuid[]);

-- Of these customers, those who came by an invitation that has not brought both gifts to keep, and what `bringGifts` of
-- packages/domain decides by. The job that follows purchases asks for every one, on a connection that may have asked
-- before the first gift was given: by index alone, however few there were.
create function ledger.invited_without_gifts(p_customers uuid[])
returns table (user_id uuid, invited_by text, inviter_id uuid, standing text, came_back boolean, is_inviter_open boolean,
  has_gift boolean, inviter_has boolean)
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  select a.user_id, u.username, u.id, a.standing, ledger.came_back(a.user_id),
    u.verified and u.suspended_at is null and u.closed_at is null and i.active, h.own, h.theirs
  from affiliates a join users u on u.id = a.affiliator_id join affiliators i on i.user_id = a.affiliator_id
  cross join lateral (
    select ledger.open_gift(a.user_id, 'invite', 'once') is null as own,
      ledger.open_gift(a.affiliator_id, 'invite_given', a.user_id::text) is null as theirs
    offset 0
  ) h
  where a.user_id = any (p_customers) and not (h.own and h.theirs);
end $$;
grant execute on function ledger.invited_without_gifts to shirogane_app;

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

-- The gifts that this sale brought and that were not taken back. A member who has left gave theirs up.
create or replace function ledger.invite_gifts_of(p_sale uuid) returns setof ledger.movements
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select t.* from ledger.campaign_grants g
  join ledger.movements t on t.id = g.transaction_id
  join users u on u.id = g.user_id and u.closed_at is null
  where g.sale_id = p_sale and not exists (
    select from ledger.movements b where b.related_id = g.transaction_id and b.kind = 'adjustment')
  order by t.customer_id, t.id;
$$;
