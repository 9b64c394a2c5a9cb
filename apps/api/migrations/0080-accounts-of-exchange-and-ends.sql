-- Two accounts more: points that were exchanged, and given balance that ended.
-- A value that is new to a type can be used from the next commit on, which is the next migration.

set lock_timeout = '3s';

alter type ledger.account add value 'bonus_expired' before 'point_regular';
alter type ledger.account add value 'points_converted';
