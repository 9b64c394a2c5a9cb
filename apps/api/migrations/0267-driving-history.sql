-- Whoever gave their licence back has a certificate of it, which says who they are as the licence did: the check of a
-- member's papers knows it, and so do the desks for buying and for much cash.

set lock_timeout = '3s';

alter table cash_checks
  drop constraint cash_checks_document_check,
  add constraint cash_checks_document_check check (document in ('driver_license', 'driving_history', 'my_number_card',
    'residence_card', 'special_permanent_certificate', 'passport')) not valid;
alter table buybacks
  drop constraint buybacks_document_check,
  add constraint buybacks_document_check check (document in ('driver_license', 'driving_history', 'my_number_card',
    'residence_card', 'special_permanent_certificate', 'passport')) not valid;

alter table cash_checks validate constraint cash_checks_document_check;
alter table buybacks validate constraint buybacks_document_check;
