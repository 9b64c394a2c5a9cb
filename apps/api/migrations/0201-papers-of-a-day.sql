-- The daily report counts the papers of its day: a receipt that was saved as a file or sent by mail needs no stamp, one on
-- paper may. What was handed out before this was known counts as paper.

set lock_timeout = '3s';

alter table receipt_copies add column on_paper boolean not null default true;
create index receipt_copies_made on receipt_copies (made_at);
create index receipts_formal_issued on receipts (issued_at) where kind = 'formal';
