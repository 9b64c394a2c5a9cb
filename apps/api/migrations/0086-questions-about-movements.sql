-- A question that is asked from the page of a movement says what is wrong with it.

set lock_timeout = '3s';

alter table contacts drop constraint contacts_kind_check, add constraint contacts_kind_check
  check (kind in ('payment', 'charge', 'points', 'goods', 'kyc', 'affiliate', 'account', 'sale_amount', 'sale_unknown',
    'sale_points', 'other'));
