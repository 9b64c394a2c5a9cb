-- Every member is told of new terms, in the order in which they joined; whoever tells them notes how far it came.

set lock_timeout = '3s';

create table terms_announcements (
  document_id uuid primary key references legal_documents (id),
  told_until timestamptz not null default '-infinity',
  told_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index users_by_joining on users (created_at, id) where type = 'customer' and closed_at is null;
