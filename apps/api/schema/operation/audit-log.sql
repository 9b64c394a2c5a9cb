-- What staff did, in whose name and to whom: the log of acts. Rows are only ever added, and leave after three years.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  action text not null check (action ~ '^[a-z_.]{3,60}$'),
  subject_id uuid references users (id),
  object text not null default '',
  -- The number of the call, which leads to the lines of the log.
  request_id text not null,
  -- What head office changed, on record with how it was before.
  before jsonb,
  after jsonb,
  -- The shop of the one who acted, or the shop that it is about; null for what belongs to the brand.
  store_id uuid references stores (id),
  note text not null default '',
  -- The database transaction that wrote the row: the chain follows it. 
  xid xid8 not null default pg_current_xact_id()
);
create index audit_log_of_subject on audit_log (subject_id, at desc);
create index audit_log_of_actor on audit_log (actor_id, at desc);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_of_store on audit_log (store_id, at desc, id desc);
-- The log is read by the part of the brand that an act belongs to, the word before the dot of its name, newest first.
-- With the name in the index, the acts of a kind are counted in it alone.
create index audit_log_of_kind on audit_log (split_part(action, '.', 1), at desc, id desc) include (action);
create index audit_log_of_kind_in_store on audit_log (store_id, split_part(action, '.', 1), at desc, id desc) include (action);
create index audit_log_by_xid on audit_log (xid, id);
-- Keep audit_log for 3 years from at (the brand): what staff did and looked at
grant select, insert (id, at, actor_id, action, subject_id, object, request_id, before, after, store_id, note),
  delete on audit_log to shirogane_app;

-- After the functions

create trigger audit_log_stays before update on audit_log for each row execute function row_stays();
create trigger audit_log_stays_for before delete on audit_log
for each row execute function row_stays_for('3 years', 'at');
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function row_stays();
create trigger audit_log_store before insert on audit_log for each row execute function act_belongs_to_its_store();
