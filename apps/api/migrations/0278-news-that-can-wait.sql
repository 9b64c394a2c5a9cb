-- What many are told at once goes out behind whatever one person waits for: a code, or a payment to be agreed to.

set lock_timeout = '3s';

alter table messages add column can_wait boolean not null default false;
drop index messages_due;
create index messages_due on messages (can_wait, available_at, id) where sent_at is null and failure is null;

alter table pushes add column can_wait boolean not null default false;
drop index pushes_due;
create index pushes_due on pushes (can_wait, available_at, notification_id);

create index contacts_of_user on contacts (user_id) where user_id is not null;
