-- What customers owe for goods that they have, what bank transfers brought, and what of a debt was given up.
-- A value that is new to a type can be used from the next commit on, which is the next migration.

set lock_timeout = '3s';

alter type ledger.account add value 'receivable' before 'point_regular';
alter type ledger.account add value 'bank_clearing' before 'point_regular';
alter type ledger.account add value 'bad_debts' before 'point_regular';
