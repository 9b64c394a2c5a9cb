-- The round that notes outside the database who was erased finds them without reading everybody.

set lock_timeout = '3s';

create index users_erased on users (erased_at) where erased_at is not null;
