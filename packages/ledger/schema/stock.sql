-- Where articles of a store are: for sale, waiting to be looked at, broken, or on their way to it. Articles move by immutable
-- movements only, and the levels of each store are kept by those.
create type ledger.stock_place as enum ('shelf', 'hold', 'damaged', 'transit');

-- One row for each article of each store that has had a stock: articles have one from their first delivery or opening
-- on, and until then a sale moves nothing. In one lock: what is where, and how many movements made it so.
create table ledger.stock_levels (
  store_id uuid references stores (id),
  sku_id uuid references skus (id),
  shelf integer not null default 0,
  hold integer not null default 0 check (hold >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  transit integer not null default 0 check (transit >= 0),
  -- Of the shelf, what is promised to a customer.
  reserved integer not null default 0 check (reserved >= 0),
  moves bigint not null default 0 check (moves >= 0),
  -- At or below it the store orders again; null where the store has not said.
  reorder_point integer check (reorder_point between 0 and 99999),
  primary key (store_id, sku_id)
) with (fillfactor = 70);
create index stock_levels_of_sku on ledger.stock_levels (sku_id);
-- Keep ledger.stock_levels as brand
grant select on ledger.stock_levels to shirogane_app;

-- An act of staff on stock: a delivery, a correction, a transfer, the end of one, or the result of a count.
create table ledger.stock_documents (
  id uuid primary key,
  kind text not null
    check (kind in ('opening', 'receive', 'adjust', 'dispose', 'inspect', 'count', 'transfer', 'arrival',
    'recall')),
  store_id uuid not null references stores (id),
  -- Where a transfer goes.
  to_store_id uuid references stores (id),
  -- The transfer that an arrival or a recall ends.
  related_id uuid references ledger.stock_documents (id),
  count_id uuid,
  supplier text,
  slip_number text,
  reason text,
  note text,
  actor_id uuid not null references users (id),
  approved_by uuid references users (id),
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  check ((kind = 'transfer') = (to_store_id is not null)),
  check (to_store_id <> store_id),
  check ((kind in ('arrival', 'recall')) = (related_id is not null)),
  check (kind = 'receive' or (supplier is null and slip_number is null)),
  check (count_id is null or kind = 'count'),
  check (kind not in ('adjust', 'dispose') or reason is not null),
  check (approved_by <> actor_id)
);
create index stock_documents_of_store on ledger.stock_documents (store_id, at desc, id desc);
create index stock_documents_to_store on ledger.stock_documents (to_store_id, at desc, id desc)
where to_store_id is not null;
-- A slip of a supplier is booked once, a transfer ends once, a count is posted once.
create unique index stock_documents_slip_once on ledger.stock_documents (store_id, supplier, slip_number)
where slip_number is not null;
create unique index stock_documents_end_once on ledger.stock_documents (related_id) where related_id is not null;
create unique index stock_documents_count_once on ledger.stock_documents (count_id) where count_id is not null;
-- Keep ledger.stock_documents as brand
grant select on ledger.stock_documents to shirogane_app;

-- What an act was about. `quantity` is what moved: with its sign in a correction or the result of a count, else what
-- was received, disposed of, looked at or sent. `planned` is what the slip, the sender or the books said before.
-- `place` is where it came to, or what it was taken from.
create table ledger.stock_document_lines (
  document_id uuid references ledger.stock_documents (id),
  line smallint check (line > 0),
  sku_id uuid not null references skus (id),
  place ledger.stock_place not null default 'shelf',
  planned integer,
  quantity integer not null,
  primary key (document_id, line),
  unique (document_id, sku_id)
);
-- Keep ledger.stock_document_lines as brand
grant select on ledger.stock_document_lines to shirogane_app;

-- The only way articles move. `seq` numbers the movements of one article at one store without a gap, and `after` is what
-- the place held then: a row that was added, dropped or altered shows.
create table ledger.stock_moves (
  store_id uuid,
  sku_id uuid,
  seq bigint check (seq > 0),
  kind text not null
    check (kind in ('sale', 'return', 'void', 'opening', 'receive', 'adjust', 'dispose', 'inspect', 'count',
    'transfer_out', 'transfer_in', 'shortage', 'recall')),
  place ledger.stock_place not null,
  quantity integer not null check (quantity <> 0),
  after integer not null,
  -- The sale, refund or void whose line moved it, or the act of staff.
  transaction_id uuid,
  line smallint not null,
  document_id uuid,
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (store_id, sku_id, seq),
  check ((transaction_id is null) <> (document_id is null)),
  check ((kind in ('sale', 'return', 'void')) = (transaction_id is not null)),
  check (kind <> 'sale' or (quantity < 0 and place = 'shelf')),
  check (kind not in ('return', 'void', 'receive', 'opening') or quantity > 0)
);
-- A line is sold once, and its void finds what it moved.
create unique index stock_moves_sold_once on ledger.stock_moves (transaction_id, line) where kind = 'sale';
create index stock_moves_of_act on ledger.stock_moves (document_id) where document_id is not null;
-- Keep ledger.stock_moves as brand
grant select on ledger.stock_moves to shirogane_app;

-- Articles that are kept for a customer until a day. The owner is the parked sale that they belong to, or the promise
-- itself.
create table ledger.stock_reservations (
  id uuid primary key,
  owner_id uuid not null,
  store_id uuid not null,
  sku_id uuid not null,
  quantity integer not null check (quantity > 0),
  label text not null default '',
  customer_id uuid,
  actor_id uuid not null,
  created_at timestamptz not null,
  until timestamptz not null,
  state text not null default 'active' check (state in ('active', 'taken', 'released', 'lapsed')),
  ended_at timestamptz,
  transaction_id uuid,
  foreign key (store_id, sku_id) references ledger.stock_levels (store_id, sku_id),
  check (until > created_at),
  check ((state = 'active') = (ended_at is null)),
  check ((state = 'taken') = (transaction_id is not null))
);
create index stock_reservations_active on ledger.stock_reservations (store_id, sku_id) where state = 'active';
create index stock_reservations_due on ledger.stock_reservations (until) where state = 'active';
create index stock_reservations_owner on ledger.stock_reservations (owner_id);
create index stock_reservations_named on ledger.stock_reservations (ended_at) where state <> 'active' and label <> '';
-- Keep ledger.stock_reservations for 90 days after the end (the brand): the name of the cart that articles were kept for
--   emptied by: ledger.unname_reservations
grant select on ledger.stock_reservations to shirogane_app;

-- After the functions

create trigger stock_levels_begin_empty before insert on ledger.stock_levels
for each row execute function ledger.level_moved();
create trigger stock_levels_keep_their_place before update of store_id, sku_id on ledger.stock_levels
for each row execute function ledger.refuse_change();
create trigger stock_levels_move_by_movements before update of shelf, hold, damaged, transit, reserved, moves on
  ledger.stock_levels
for each row when (pg_trigger_depth() = 0) execute function ledger.level_moved();
create trigger stock_levels_remain before truncate on ledger.stock_levels
for each statement execute function ledger.refuse_change();
create trigger stock_levels_stay before delete on ledger.stock_levels
for each row execute function ledger.refuse_change();

create trigger shop_takes_articles before insert on ledger.stock_documents
for each row when (new.kind = 'receive') execute function ledger.shop_is_open('store_id');
create trigger shop_takes_articles_sent before insert on ledger.stock_documents
for each row when (new.to_store_id is not null) execute function ledger.shop_is_open('to_store_id');
create constraint trigger stock_document_complete after insert on ledger.stock_documents deferrable initially deferred
for each row execute function ledger.stock_document_complete();
create trigger stock_documents_are_final before delete or update on ledger.stock_documents
for each row execute function ledger.refuse_change();
create trigger stock_documents_remain before truncate on ledger.stock_documents
for each statement execute function ledger.refuse_change();
create trigger two_persons after insert on ledger.stock_documents
for each row when (new.approved_by is not null) execute function ledger.two_persons('actor_id', 'approved_by');

create trigger stock_document_lines_are_final before delete or update on ledger.stock_document_lines
for each row execute function ledger.refuse_change();
create trigger stock_document_lines_come_with_it before insert on ledger.stock_document_lines
for each row execute function ledger.stock_line_written();
create trigger stock_document_lines_remain before truncate on ledger.stock_document_lines
for each statement execute function ledger.refuse_change();

create constraint trigger pieces_leave_by_the_book after insert on ledger.stock_moves deferrable initially deferred
for each row when (new.kind = 'dispose') execute function ledger.piece_disposed();
-- A sale that leaves something, its void and its refund are not asked about: they cannot make two of one.
create trigger pieces_stay_one after insert on ledger.stock_moves
for each row when (new.after < 0 or new.quantity > 0 and (new.kind not in ('return', 'void')))
execute function ledger.piece_moved();
create trigger stock_moves_are_final before delete or update on ledger.stock_moves
for each row execute function ledger.refuse_change();
create trigger stock_moves_remain before truncate on ledger.stock_moves
for each statement execute function ledger.refuse_change();
create trigger stock_posted after insert on ledger.stock_moves referencing new table as posted
for each statement execute function ledger.stock_posted();

create trigger reservations_are_counted after insert or update on ledger.stock_reservations
for each row execute function ledger.reservation_counted();
create trigger stock_reservations_remain before truncate on ledger.stock_reservations
for each statement execute function ledger.refuse_change();
create trigger stock_reservations_stay before delete on ledger.stock_reservations
for each row execute function ledger.refuse_change();
