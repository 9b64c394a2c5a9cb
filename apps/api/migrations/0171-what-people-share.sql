-- What two people share is looked for among all their cards and accounts, also those that they have removed since.

set lock_timeout = '3s';

create index payment_methods_of_person on payment_methods (user_id);
create index payout_methods_of_person on payout_methods (user_id);
