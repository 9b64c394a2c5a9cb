-- What a refund needs besides the accounts of a sale. A new kind of account may be used only after the commit that
-- adds it, so the kinds come by themselves.

alter type ledger.account add value if not exists 'points_recovered' before 'point_regular';
alter type ledger.account add value if not exists 'point_debt' after 'points_expired';
