-- Money that a card gateway holds for us is not the money of a store's terminal: each is reconciled with its own files.
-- A value of an enum can be used once the commit that added it is done, so the account follows in the next migration.

alter type ledger.account add value 'gateway_clearing' before 'bonus_cost';
