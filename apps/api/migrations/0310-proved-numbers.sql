-- Whose number it was before is asked whenever somebody joins.

set lock_timeout = '3s';

create index verifications_of_number on verifications (phone_number) where phone_number is not null;
