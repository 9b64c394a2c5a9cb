-- Income tax that is withheld from payouts where the house is told to. A value that is new to a type can be used from the
-- next commit on, which is the next migration.

set lock_timeout = '3s';

alter type ledger.account add value if not exists 'withholding' before 'point_regular';
