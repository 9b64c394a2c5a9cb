-- Points on their way from one member to another pass through the shop that moves them. A new kind of account may be used
-- only after the commit that adds it, so the kind comes by itself.

alter type ledger.account add value if not exists 'points_moved';
