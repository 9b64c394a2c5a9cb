-- Who is registering a card at the gateway at this moment: what the gateway has and these tables not yet is theirs.

set lock_timeout = '3s';

create table card_keepings (
  id uuid primary key,
  user_id uuid not null references users (id),
  started_at timestamptz not null
);
create index card_keepings_of_user on card_keepings (user_id);
