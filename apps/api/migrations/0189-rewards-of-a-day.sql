-- What one inviter earns in a day has a limit, and whether an invitation is good is said in one place.

set lock_timeout = '3s';

alter table ledger.rewards
  -- What the day had no room for, and the room that a whole day had; null on rewards from before there was a limit.
  add column cut bigint not null default 0 check (cut >= 0),
  add column day_max bigint check (day_max >= amount),
  add constraint rewards_cut_by_a_limit check (cut = 0 or day_max is not null);

-- The standing of an invitation is the truth. Where its rewards were under another decision, the stricter one holds.
update affiliates a set standing = case v.state when 'struck' then 'void' else 'held' end
from ledger.reward_reviews v
where v.customer_id = a.user_id and a.standing <> 'void'
  and ((v.state = 'struck') or (v.state = 'review' and a.standing = 'good'));
drop table ledger.reward_reviews;
