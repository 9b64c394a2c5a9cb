-- Cash that moves in and out of a drawer apart from sales, and what a count finds more or less. A new kind of account
-- may be used only after the commit that adds it, so the kinds come by themselves.

alter type ledger.account add value if not exists 'cash_office' before 'point_regular';
alter type ledger.account add value if not exists 'over_short' before 'point_regular';
