-- How the rows of a block were written when it was sealed: those that are there were written as JSON, which is the first
-- form. Whoever seals says which form it is.

set lock_timeout = '3s';

alter table ledger.seals add column form smallint not null default 1 check (form in (1, 2));
