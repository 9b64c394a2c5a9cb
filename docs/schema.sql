-- Every table as a new database has it, by npm run gen. To read, never to load: the sources are named above each subject.

-- apps/api/schema/brand/stores.sql

create table stores (
  id uuid not null,
  code text not null,
  name text not null,
  postcode text not null,
  address text not null,
  phone text not null,
  day_start time without time zone not null default '05:00:00'::time without time zone,
  created_at timestamp with time zone not null default now(),
  register_refund_max bigint,
  stock_below_zero boolean not null default false,
  closed_until date,
  closed_on date,
  closed_at timestamp with time zone,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_code_key UNIQUE (code),
  constraint stores_closed CHECK (((closed_on IS NULL) = (closed_at IS NULL))),
  constraint stores_code_check CHECK ((code ~ '^[A-Z]{3}[0-9]$'::text)),
  constraint stores_register_refund_max_check CHECK ((register_refund_max >= 0))
);
CREATE TRIGGER shop_closed BEFORE UPDATE OF closed_at, closed_on ON public.stores FOR EACH ROW EXECUTE FUNCTION ledger.shop_closed();
CREATE TRIGGER store_opens AFTER INSERT ON public.stores FOR EACH ROW EXECUTE FUNCTION ledger.open_store();
CREATE TRIGGER stores_have_stock AFTER INSERT ON public.stores FOR EACH ROW EXECUTE FUNCTION ledger.store_stocked();
CREATE TRIGGER stores_issue_receipts AFTER INSERT OR UPDATE ON public.stores FOR EACH STATEMENT EXECUTE FUNCTION note_receipt_issuers();
grant select, insert (id, code, name, postcode, address, phone, day_start, register_refund_max, stock_below_zero), update (name, postcode, address, phone, day_start, register_refund_max, stock_below_zero, closed_on, closed_at) on stores to shirogane_app;

create table registers (
  id uuid not null,
  store_id uuid not null,
  number smallint not null,
  name text not null,
  closed_at timestamp with time zone,
  constraint registers_pkey PRIMARY KEY (id),
  constraint registers_store_id_number_key UNIQUE (store_id, number),
  constraint registers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint registers_number_check CHECK (((number >= 1) AND (number <= 99)))
);
CREATE TRIGGER shop_is_open BEFORE INSERT OR UPDATE ON public.registers FOR EACH ROW WHEN ((new.closed_at IS NULL)) EXECUTE FUNCTION ledger.shop_is_open('store_id');
grant select, insert (id, store_id, number, name), update (name, closed_at) on registers to shirogane_app;

create table register_devices (
  id uuid not null,
  register_id uuid not null,
  slot smallint not null,
  key_hash bytea not null,
  label text not null,
  enrolled_by uuid not null,
  enrolled_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint register_devices_pkey PRIMARY KEY (id),
  constraint register_devices_key_hash_key UNIQUE (key_hash),
  constraint register_devices_register_id_slot_key UNIQUE (register_id, slot),
  constraint register_devices_enrolled_by_fkey FOREIGN KEY (enrolled_by) REFERENCES employees(user_id),
  constraint register_devices_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint register_devices_check CHECK ((last_used_at >= enrolled_at)),
  constraint register_devices_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint register_devices_label_check CHECK ((label <> ''::text)),
  constraint register_devices_slot_check CHECK (((slot >= 1) AND (slot <= 5)))
);
CREATE INDEX register_devices_by_person ON public.register_devices USING btree (enrolled_by);
grant select, insert, update (last_used_at), delete on register_devices to shirogane_app;

create table store_favourites (
  store_id uuid not null,
  sku_ids uuid[] not null,
  constraint store_favourites_pkey PRIMARY KEY (store_id),
  constraint store_favourites_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint store_favourites_sku_ids_check CHECK (((cardinality(sku_ids) >= 1) AND (cardinality(sku_ids) <= 6)))
);
grant select, insert, update (sku_ids), delete on store_favourites to shirogane_app;

-- apps/api/schema/people/users.sql

create table users (
  id uuid not null,
  username text not null,
  email text,
  email_verified boolean not null default false,
  phone_number text,
  password_hash text not null,
  type text not null,
  verified boolean not null default false,
  suspended_at timestamp with time zone,
  kyc_status text not null default 'none'::text,
  avatar text,
  terms_version text,
  last_name text,
  first_name text,
  last_name_kana text,
  first_name_kana text,
  date_of_birth date,
  gender text,
  address text,
  created_at timestamp with time zone not null default now(),
  referred_by_store uuid,
  password_changed_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_reason text,
  erased_at timestamp with time zone,
  search_name text not null default ''::text,
  guardian_name text,
  guardian_consented_at timestamp with time zone,
  username_changed_at timestamp with time zone,
  phone_verified boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_username_key UNIQUE (username),
  constraint users_referred_by_store_fkey FOREIGN KEY (referred_by_store) REFERENCES stores(id),
  constraint closed_is_suspended CHECK (((closed_at IS NULL) OR (suspended_at IS NOT NULL))),
  constraint guardian_consented CHECK (((guardian_name IS NULL) = (guardian_consented_at IS NULL))),
  constraint users_date_of_birth_check CHECK ((date_of_birth >= '1900-01-01'::date)),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_kyc_status_check CHECK ((kyc_status = ANY (ARRAY['none'::text, 'required'::text, 'pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'blocked'::text]))),
  constraint users_phone_number_check CHECK ((phone_number ~ '^\+[1-9][0-9]{7,14}$'::text)),
  constraint users_type_check CHECK ((type = ANY (ARRAY['customer'::text, 'employee'::text]))),
  constraint users_username_check CHECK ((username = lower(username)))
);
CREATE INDEX users_by_email ON public.users USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX users_by_joining ON public.users USING btree (created_at, id) WHERE ((type = 'customer'::text) AND (closed_at IS NULL));
CREATE INDEX users_by_kana ON public.users USING btree (((last_name_kana || first_name_kana)) text_pattern_ops) WHERE (type = 'customer'::text);
CREATE INDEX users_by_phone ON public.users USING btree (phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX users_by_phone_end ON public.users USING btree ("right"(phone_number, 4)) WHERE ((type = 'customer'::text) AND (phone_number IS NOT NULL));
CREATE INDEX users_by_search_name ON public.users USING btree (search_name text_pattern_ops) WHERE (search_name <> ''::text);
CREATE INDEX users_by_username_start ON public.users USING btree (username text_pattern_ops) WHERE (type = 'customer'::text);
CREATE INDEX users_closed ON public.users USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX users_erased ON public.users USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX users_left ON public.users USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX users_proved_email ON public.users USING btree (email) WHERE email_verified;
CREATE UNIQUE INDEX users_proved_phone ON public.users USING btree (phone_number) WHERE phone_verified;
CREATE INDEX users_stopped ON public.users USING btree (id) WHERE ((type = 'customer'::text) AND (suspended_at IS NOT NULL));
CREATE TRIGGER customer_agreed BEFORE INSERT ON public.users FOR EACH ROW WHEN (((CURRENT_USER = 'shirogane_app'::name) AND (new.type = 'customer'::text) AND (new.terms_version IS NULL))) EXECUTE FUNCTION ledger.customer_agreed();
CREATE TRIGGER kyc_status_moves BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((old.kyc_status <> new.kyc_status) OR (old.kyc_status = 'approved'::text))) EXECUTE FUNCTION kyc_status_moves();
CREATE TRIGGER name_becomes_no_staff_number BEFORE UPDATE OF username, type ON public.users FOR EACH ROW WHEN (((new.type = 'customer'::text) AND (NORMALIZE(new.username, NFKC) ~* '^e[0-9]{4}$'::text) AND ((new.username IS DISTINCT FROM old.username) OR (new.type IS DISTINCT FROM old.type)))) EXECUTE FUNCTION name_is_no_staff_number();
CREATE TRIGGER name_is_no_staff_number BEFORE INSERT ON public.users FOR EACH ROW WHEN (((new.type = 'customer'::text) AND (NORMALIZE(new.username, NFKC) ~* '^e[0-9]{4}$'::text))) EXECUTE FUNCTION name_is_no_staff_number();
CREATE TRIGGER user_changed AFTER UPDATE OF suspended_at, verified, type ON public.users FOR EACH ROW WHEN (((old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.verified <> new.verified) OR (old.type <> new.type))) EXECUTE FUNCTION notify_of_a_changed_person();
CREATE TRIGGER user_suspended AFTER UPDATE OF suspended_at ON public.users FOR EACH ROW WHEN (((new.suspended_at IS NOT NULL) AND (old.suspended_at IS NULL))) EXECUTE FUNCTION ledger.suspension_waits();
CREATE TRIGGER username_changed BEFORE UPDATE OF username ON public.users FOR EACH ROW WHEN ((old.username <> new.username)) EXECUTE FUNCTION keep_former_username();
CREATE TRIGGER username_given BEFORE INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION keep_former_username();
CREATE TRIGGER users_stay BEFORE DELETE OR UPDATE OF id ON public.users FOR EACH ROW EXECUTE FUNCTION row_stays();
grant select, insert, update (username, email, email_verified, phone_number, password_hash, verified, suspended_at, kyc_status, avatar, terms_version, last_name, first_name, last_name_kana, first_name_kana, date_of_birth, gender, address, password_changed_at, closed_at, closed_reason, erased_at, search_name, guardian_name, guardian_consented_at, username_changed_at, phone_verified) on users to shirogane_app;

create table former_usernames (
  username text not null,
  user_id uuid not null,
  given_up_at timestamp with time zone not null default now(),
  constraint former_usernames_pkey PRIMARY KEY (username),
  constraint former_usernames_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint former_usernames_username_check CHECK ((username = lower(username)))
);
grant select, delete on former_usernames to shirogane_app;

create table former_own_accounts (
  customer_id uuid not null,
  employee_id uuid not null,
  ended_at timestamp with time zone not null,
  constraint former_own_accounts_pkey PRIMARY KEY (customer_id, employee_id),
  constraint former_own_accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint former_own_accounts_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id)
);
CREATE INDEX former_own_accounts_of_employees ON public.former_own_accounts USING btree (employee_id);
grant select on former_own_accounts to shirogane_app;

create table account_changes (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  session_id uuid,
  at timestamp with time zone not null,
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint account_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_changes_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'password'::text, 'passkey_added'::text, 'passkey_removed'::text, 'exported'::text, 'closed'::text])))
);
CREATE INDEX account_changes_of_user ON public.account_changes USING btree (user_id, at DESC);
CREATE TRIGGER change_proves_a_phone AFTER INSERT ON public.account_changes FOR EACH ROW WHEN ((new.kind = 'phone'::text)) EXECUTE FUNCTION keep_phone_verified();
grant select, insert on account_changes to shirogane_app;

create table avatars (
  name text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint avatars_pkey PRIMARY KEY (name),
  constraint avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint avatars_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX avatars_by_age ON public.avatars USING btree (created_at);
CREATE INDEX avatars_of_user ON public.avatars USING btree (user_id);
grant select, insert, update, delete on avatars to shirogane_app;

create table addresses (
  user_id uuid not null,
  postcode text not null,
  prefecture text not null,
  city text not null,
  town text not null,
  street text not null,
  building text,
  updated_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (user_id),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint addresses_postcode_check CHECK ((postcode ~ '^[0-9]{7}$'::text))
);
grant select, insert, update, delete on addresses to shirogane_app;

-- apps/api/schema/people/employees.sql

create table employees (
  user_id uuid not null,
  number text not null,
  type text not null,
  name text not null,
  store_id uuid,
  own_customer_id uuid,
  active boolean not null default true,
  pin_hash text,
  changed_by uuid,
  changed_at timestamp with time zone,
  way_in_by uuid,
  role_by uuid,
  let_in_at timestamp with time zone,
  constraint employees_pkey PRIMARY KEY (user_id),
  constraint employees_number_key UNIQUE (number),
  constraint employees_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES employees(user_id),
  constraint employees_own_customer_id_fkey FOREIGN KEY (own_customer_id) REFERENCES users(id),
  constraint employees_role_by_fkey FOREIGN KEY (role_by) REFERENCES employees(user_id),
  constraint employees_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint employees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint employees_way_in_by_fkey FOREIGN KEY (way_in_by) REFERENCES employees(user_id),
  constraint employees_belong_where_they_work CHECK ((holds(type, 'shop.own'::text) = (store_id IS NOT NULL))),
  constraint employees_changed_by_others CHECK ((changed_by <> user_id)),
  constraint employees_let_in_as_a_whole CHECK (((let_in_at IS NULL) = ((way_in_by IS NULL) AND (role_by IS NULL)))),
  constraint employees_let_in_by_others CHECK (((way_in_by <> user_id) AND (role_by <> user_id))),
  constraint employees_number_check CHECK ((number ~ '^E[0-9]{4}$'::text)),
  constraint employees_of_a_known_type CHECK (is_employee_type(type))
);
CREATE UNIQUE INDEX employees_own_customer ON public.employees USING btree (own_customer_id) WHERE (own_customer_id IS NOT NULL);
CREATE TRIGGER an_owner_stays BEFORE UPDATE OF type, active ON public.employees FOR EACH ROW WHEN (((old.type = 'owner'::text) AND old.active AND ((new.type <> 'owner'::text) OR (NOT new.active)))) EXECUTE FUNCTION an_owner_stays();
CREATE TRIGGER employee_changed AFTER UPDATE OF active, type, store_id ON public.employees FOR EACH ROW WHEN (((old.active <> new.active) OR (old.type <> new.type) OR (old.store_id IS DISTINCT FROM new.store_id))) EXECUTE FUNCTION notify_of_a_changed_person();
CREATE TRIGGER own_account_is_left AFTER UPDATE OF own_customer_id ON public.employees FOR EACH ROW WHEN (((CURRENT_USER = 'shirogane_app'::name) AND (old.own_customer_id IS NOT NULL) AND (new.own_customer_id IS DISTINCT FROM old.own_customer_id))) EXECUTE FUNCTION ledger.own_account_is_left();
CREATE TRIGGER own_account_is_said AFTER UPDATE OF own_customer_id ON public.employees FOR EACH ROW WHEN (((CURRENT_USER = 'shirogane_app'::name) AND (new.own_customer_id IS DISTINCT FROM old.own_customer_id))) EXECUTE FUNCTION ledger.own_account_is_said();
CREATE TRIGGER role_is_given BEFORE INSERT OR UPDATE OF type ON public.employees FOR EACH ROW EXECUTE FUNCTION ledger.role_is_given();
CREATE TRIGGER shop_is_open BEFORE INSERT OR UPDATE OF store_id, active ON public.employees FOR EACH ROW WHEN ((new.active AND (new.store_id IS NOT NULL))) EXECUTE FUNCTION ledger.shop_is_open('store_id');
CREATE TRIGGER staff_kept_by_others BEFORE INSERT OR UPDATE ON public.employees FOR EACH ROW EXECUTE FUNCTION staff_are_kept_by_others();
grant select, insert, update (type, name, store_id, own_customer_id, active, pin_hash, changed_by, changed_at) on employees to shirogane_app;

create table staff_invitations (
  id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  issued_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_code_hash_key UNIQUE (code_hash),
  constraint staff_invitations_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES employees(user_id),
  constraint staff_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES employees(user_id),
  constraint staff_invitations_check CHECK ((expires_at > created_at)),
  constraint staff_invitations_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint staff_invited_by_others CHECK ((issued_by <> user_id))
);
CREATE UNIQUE INDEX staff_invitations_open ON public.staff_invitations USING btree (user_id) WHERE (used_at IS NULL);
CREATE TRIGGER invitation_is_somebodys BEFORE INSERT ON public.staff_invitations FOR EACH ROW WHEN (((CURRENT_USER = 'shirogane_app'::name) AND (new.issued_by IS NULL))) EXECUTE FUNCTION ledger.invitation_is_somebodys();
CREATE TRIGGER invitation_stays BEFORE UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION ledger.invitation_stays();
CREATE TRIGGER way_in_is_used AFTER INSERT OR UPDATE OF used_at ON public.staff_invitations FOR EACH ROW WHEN ((new.used_at IS NOT NULL)) EXECUTE FUNCTION ledger.way_in_is_used();
grant select, insert, update, delete on staff_invitations to shirogane_app;

-- apps/api/schema/people/sessions.sql

create table sessions (
  id uuid not null,
  user_id uuid not null,
  handle text not null,
  audience text not null default 'api'::text,
  device_id text not null,
  salt bytea not null,
  generation integer not null default 1,
  rotated_at timestamp with time zone not null default now(),
  acknowledged boolean not null default false,
  superseded jsonb not null default '[]'::jsonb,
  user_agent text,
  ip inet,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  absolute_expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  client text not null default 'browser'::text,
  parent_id uuid,
  taken_over_from uuid,
  active_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_handle_key UNIQUE (handle),
  constraint sessions_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES sessions(id),
  constraint sessions_taken_over_from_fkey FOREIGN KEY (taken_over_from) REFERENCES sessions(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_audience_check CHECK ((audience = ANY (ARRAY['api'::text, 'online_store'::text]))),
  constraint sessions_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  constraint sessions_client_check CHECK ((client = ANY (ARRAY['browser'::text, 'api'::text]))),
  constraint sessions_generation_check CHECK ((generation > 0))
);
CREATE INDEX sessions_by_age ON public.sessions USING btree (created_at) WHERE (device_id <> ''::text);
CREATE INDEX sessions_ended ON public.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX sessions_of_parent ON public.sessions USING btree (parent_id) WHERE ((parent_id IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX sessions_of_person ON public.sessions USING btree (user_id, created_at);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id) WHERE (revoked_at IS NULL);
CREATE TRIGGER session_ended AFTER UPDATE OF revoked_at ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION end_what_hangs_on_a_session();
CREATE TRIGGER session_ended_with_its_children AFTER UPDATE OF revoked_at ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION end_sessions_opened_from_it();
CREATE TRIGGER sign_in_on_record AFTER INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION ledger.sign_in_is_on_record();
grant select, insert, update on sessions to shirogane_app;

create table handoffs (
  id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  store_session_id uuid,
  constraint handoffs_pkey PRIMARY KEY (id),
  constraint handoffs_token_hash_key UNIQUE (token_hash),
  constraint handoffs_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint handoffs_store_session_id_fkey FOREIGN KEY (store_session_id) REFERENCES sessions(id),
  constraint handoffs_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX handoffs_by_age ON public.handoffs USING btree (created_at);
grant select, insert, update, delete on handoffs to shirogane_app;

create table store_assertions (
  jti_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint store_assertions_pkey PRIMARY KEY (jti_hash),
  constraint store_assertions_jti_hash_check CHECK ((length(jti_hash) = 32))
);
CREATE INDEX store_assertions_by_age ON public.store_assertions USING btree (expires_at);
grant select, insert, delete on store_assertions to shirogane_app;

create table login_flows (
  id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  device_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint login_flows_pkey PRIMARY KEY (id),
  constraint login_flows_secret_hash_key UNIQUE (secret_hash),
  constraint login_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint login_flows_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX login_flows_by_age ON public.login_flows USING btree (created_at);
CREATE INDEX login_flows_of_user ON public.login_flows USING btree (user_id, created_at DESC);
grant select, insert, update, delete on login_flows to shirogane_app;

-- apps/api/schema/people/credentials.sql

create table passkeys (
  id uuid not null,
  credential_id text not null,
  user_id uuid not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  synced boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((credential_id ~ '^[A-Za-z0-9_-]+$'::text) AND ((length(credential_id) >= 8) AND (length(credential_id) <= 1400))))
);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);
grant select, insert, update, delete on passkeys to shirogane_app;

create table passkey_challenges (
  challenge_hash bytea not null,
  user_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32))
);
CREATE INDEX passkey_challenges_by_age ON public.passkey_challenges USING btree (expires_at);
grant select, insert, delete on passkey_challenges to shirogane_app;

create table step_ups (
  id uuid not null,
  session_id uuid not null,
  purpose text not null,
  ref text not null default ''::text,
  method text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint step_ups_pkey PRIMARY KEY (id),
  constraint step_ups_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint step_ups_method_check CHECK ((method = ANY (ARRAY['passkey'::text, 'otp'::text, 'password'::text]))),
  constraint step_ups_purpose_check CHECK ((purpose ~ '^[a-z_]{2,30}$'::text))
);
CREATE INDEX step_ups_by_age ON public.step_ups USING btree (created_at);
CREATE INDEX step_ups_open ON public.step_ups USING btree (session_id, purpose, ref) WHERE (used_at IS NULL);
grant select, insert, update, delete on step_ups to shirogane_app;

create table pins (
  id uuid not null,
  purpose text not null,
  owner text not null,
  target_name text not null,
  pin_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  sms_block text,
  sms_network text,
  share text not null default 'named'::text,
  to_proved boolean not null default false,
  constraint pins_pkey PRIMARY KEY (id),
  constraint pins_pin_hash_check CHECK ((length(pin_hash) = 32)),
  constraint pins_purpose_check CHECK ((purpose ~ '^[a-z_]{2,40}$'::text)),
  constraint pins_share_check CHECK ((share ~ '^[a-z_]{2,20}$'::text)),
  constraint pins_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  constraint texted_whole CHECK (((sms_block IS NULL) = (sms_network IS NULL)))
);
CREATE INDEX pins_by_age ON public.pins USING btree (created_at);
CREATE INDEX pins_of_owner ON public.pins USING btree (purpose, owner, created_at DESC);
CREATE INDEX pins_of_target ON public.pins USING btree (target_name, created_at DESC);
CREATE INDEX pins_texted ON public.pins USING btree (created_at) WHERE (sms_block IS NOT NULL);
grant select, insert, update, delete on pins to shirogane_app;

create table reset_flows (
  id uuid not null,
  secret_hash bytea not null,
  credential_name text not null,
  user_id uuid,
  target_name text not null,
  state text not null default 'pin_sent'::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  pin_ok_at timestamp with time zone,
  constraint reset_flows_pkey PRIMARY KEY (id),
  constraint reset_flows_secret_hash_key UNIQUE (secret_hash),
  constraint reset_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint reset_flows_check CHECK (((state = 'pin_sent'::text) = (pin_ok_at IS NULL))),
  constraint reset_flows_secret_hash_check CHECK ((length(secret_hash) = 32)),
  constraint reset_flows_state_check CHECK ((state = ANY (ARRAY['pin_sent'::text, 'pin_ok'::text, 'used'::text])))
);
CREATE INDEX reset_flows_by_age ON public.reset_flows USING btree (created_at);
CREATE INDEX reset_flows_of_user ON public.reset_flows USING btree (user_id) WHERE (user_id IS NOT NULL);
grant select, insert, update, delete on reset_flows to shirogane_app;

create table email_undos (
  id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  constraint email_undos_pkey PRIMARY KEY (id),
  constraint email_undos_code_hash_key UNIQUE (code_hash),
  constraint email_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint email_undos_check CHECK ((expires_at <= (created_at + '72:00:00'::interval))),
  constraint email_undos_check1 CHECK (((used_at IS NULL) OR (voided_at IS NULL))),
  constraint email_undos_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint email_undos_email_check CHECK ((email = lower(email)))
);
CREATE INDEX email_undos_by_age ON public.email_undos USING btree (created_at);
CREATE INDEX email_undos_of_email ON public.email_undos USING btree (email) WHERE ((used_at IS NULL) AND (voided_at IS NULL));
CREATE INDEX email_undos_of_user ON public.email_undos USING btree (user_id, created_at);
grant select, insert, update, delete on email_undos to shirogane_app;

create table pending_contacts (
  user_id uuid not null,
  kind text not null,
  value text not null,
  created_at timestamp with time zone not null,
  constraint pending_contacts_pkey PRIMARY KEY (user_id, kind),
  constraint pending_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint pending_contacts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text])))
);
grant select, insert, update, delete on pending_contacts to shirogane_app;

create table verifications (
  user_id uuid not null,
  method text not null,
  phone_number text,
  employee_id uuid,
  store_id uuid,
  document text,
  verified_at timestamp with time zone not null,
  constraint verifications_pkey PRIMARY KEY (user_id),
  constraint verifications_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint verifications_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint verifications_check CHECK (((method = 'counter'::text) = ((employee_id IS NOT NULL) AND (store_id IS NOT NULL) AND (document IS NOT NULL)))),
  constraint verifications_document_check CHECK ((document = ANY (ARRAY['driver_license'::text, 'my_number_card'::text, 'residence_card'::text, 'passport'::text, 'other'::text]))),
  constraint verifications_method_check CHECK ((method = ANY (ARRAY['pin'::text, 'counter'::text])))
);
CREATE INDEX verifications_of_number ON public.verifications USING btree (phone_number) WHERE (phone_number IS NOT NULL);
CREATE TRIGGER act_on_record AFTER INSERT ON public.verifications FOR EACH ROW WHEN ((new.employee_id IS NOT NULL)) EXECUTE FUNCTION ledger.act_is_on_record('member.verified', 'employee_id', 'verified_at', 'user_id', 'user_id', 'document');
CREATE TRIGGER verification_proves_a_phone AFTER INSERT OR UPDATE OF method ON public.verifications FOR EACH ROW WHEN ((new.method = 'pin'::text)) EXECUTE FUNCTION keep_phone_verified();
grant select, insert, update on verifications to shirogane_app;

create table counter_codes (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  code_hash bytea not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  read_by uuid,
  read_store_id uuid,
  read_at timestamp with time zone,
  constraint counter_codes_pkey PRIMARY KEY (id),
  constraint counter_codes_code_hash_key UNIQUE (code_hash),
  constraint counter_codes_token_hash_key UNIQUE (token_hash),
  constraint counter_codes_read_by_fkey FOREIGN KEY (read_by) REFERENCES employees(user_id),
  constraint counter_codes_read_store_id_fkey FOREIGN KEY (read_store_id) REFERENCES stores(id),
  constraint counter_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint counter_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint counter_codes_check CHECK ((((read_by IS NULL) = (read_at IS NULL)) AND ((read_by IS NULL) = (read_store_id IS NULL)))),
  constraint counter_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint counter_codes_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX counter_codes_by_age ON public.counter_codes USING btree (issued_at);
CREATE INDEX counter_codes_of_user ON public.counter_codes USING btree (user_id);
grant select, insert, update, delete on counter_codes to shirogane_app;

-- apps/api/schema/brand/settings.sql

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_key_check CHECK ((key ~ '^[a-z][a-z0-9_.]{0,63}$'::text))
);
CREATE TRIGGER brand_issues_receipts AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key = 'brand'::text)) EXECUTE FUNCTION note_receipt_issuers();
CREATE TRIGGER silver_repriced AFTER INSERT OR UPDATE OF value ON public.settings FOR EACH ROW WHEN ((new.key = 'silver_price_per_g'::text)) EXECUTE FUNCTION silver_repriced();
grant select, insert, update on settings to shirogane_app;

create table setting_changes (
  id uuid not null,
  key text not null,
  before jsonb not null,
  value jsonb not null,
  status text not null default 'requested'::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint setting_changes_pkey PRIMARY KEY (id),
  constraint setting_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES employees(user_id),
  constraint setting_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES employees(user_id),
  constraint setting_changes_check CHECK (((status = 'requested'::text) = (decided_by IS NULL))),
  constraint setting_changes_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint setting_changes_check2 CHECK (((decided_by IS NULL) OR ((decided_by = requested_by) = (status = 'withdrawn'::text)))),
  constraint setting_changes_check3 CHECK ((before <> value)),
  constraint setting_changes_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX setting_changes_decided ON public.setting_changes USING btree (key, decided_at DESC);
CREATE UNIQUE INDEX setting_changes_waiting ON public.setting_changes USING btree (key) WHERE (status = 'requested'::text);
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE ON public.setting_changes FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION ledger.two_persons('requested_by', 'decided_by');
grant select, insert, update (status, decided_by, decided_at) on setting_changes to shirogane_app;

-- apps/api/schema/operation/approvals.sql

create table approvals (
  id uuid not null,
  store_id uuid not null,
  kind text not null,
  subject jsonb not null,
  amount bigint,
  reason text not null default ''::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text not null default 'waiting'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  decided_how text,
  note text not null default ''::text,
  used_at timestamp with time zone,
  used_by uuid,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES employees(user_id),
  constraint approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES employees(user_id),
  constraint approvals_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint approvals_used_by_fkey FOREIGN KEY (used_by) REFERENCES employees(user_id),
  constraint approvals_amount_check CHECK ((amount >= 0)),
  constraint approvals_by_somebody_else CHECK (((decided_by <> requested_by) AND (decided_by <> used_by))),
  constraint approvals_check CHECK ((expires_at > requested_at)),
  constraint approvals_decided_as_a_whole CHECK ((((status = ANY (ARRAY['approved'::text, 'declined'::text])) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (decided_how IS NULL)))),
  constraint approvals_decided_how_check CHECK ((decided_how = ANY (ARRAY['device'::text, 'pin'::text, 'password'::text]))),
  constraint approvals_kind_check CHECK ((kind ~ '^[a-z_]{3,30}$'::text)),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'cancelled'::text]))),
  constraint approvals_subject_check CHECK ((jsonb_typeof(subject) = 'object'::text)),
  constraint approvals_used_once_approved CHECK ((((used_at IS NULL) = (used_by IS NULL)) AND ((used_at IS NULL) OR (status = 'approved'::text))))
);
CREATE INDEX approvals_of_requester ON public.approvals USING btree (requested_by, requested_at DESC);
CREATE INDEX approvals_of_store ON public.approvals USING btree (store_id, requested_at DESC, id DESC);
CREATE INDEX approvals_waiting ON public.approvals USING btree (store_id, expires_at) WHERE (status = 'waiting'::text);
CREATE TRIGGER approvals_move BEFORE DELETE OR UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION approval_moves();
CREATE TRIGGER approvals_stay BEFORE TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE OF status, decided_by ON public.approvals FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION ledger.two_persons('requested_by', 'decided_by');
grant select, insert, update (expires_at, status, decided_by, decided_at, decided_how, note) on approvals to shirogane_app;

-- apps/api/schema/operation/audit-log.sql

create table audit_log (
  id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid not null,
  action text not null,
  subject_id uuid,
  object text not null default ''::text,
  request_id text not null,
  before jsonb,
  after jsonb,
  store_id uuid,
  note text not null default ''::text,
  xid xid8 not null default pg_current_xact_id(),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_log_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint audit_log_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES users(id),
  constraint audit_log_action_check CHECK ((action ~ '^[a-z_.]{3,60}$'::text))
);
CREATE INDEX audit_log_by_time ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_by_xid ON public.audit_log USING btree (xid, id);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, at DESC);
CREATE INDEX audit_log_of_kind ON public.audit_log USING btree (split_part(action, '.'::text, 1), at DESC, id DESC) INCLUDE (action);
CREATE INDEX audit_log_of_kind_in_store ON public.audit_log USING btree (store_id, split_part(action, '.'::text, 1), at DESC, id DESC) INCLUDE (action);
CREATE INDEX audit_log_of_store ON public.audit_log USING btree (store_id, at DESC, id DESC);
CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (subject_id, at DESC);
CREATE TRIGGER audit_log_stays BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER audit_log_stays_for BEFORE DELETE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION row_stays_for('3 years', 'at');
CREATE TRIGGER audit_log_stays_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER audit_log_store BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION act_belongs_to_its_store();
grant select, insert (id, at, actor_id, action, subject_id, object, request_id, before, after, store_id, note), delete on audit_log to shirogane_app;

-- apps/api/schema/operation/messages.sql

create table messages (
  id uuid not null,
  user_id uuid,
  channel text not null,
  template text not null,
  dedupe_key text not null,
  recipient_name text not null,
  encrypted bytea,
  created_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  attempts smallint not null default 0,
  sent_at timestamp with time zone,
  failure text,
  can_wait boolean not null default false,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_dedupe_key_key UNIQUE (dedupe_key),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint messages_attempts_check CHECK ((attempts >= 0)),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint messages_check CHECK (((sent_at IS NULL) OR (failure IS NULL)))
);
CREATE INDEX messages_by_age ON public.messages USING btree (created_at);
CREATE INDEX messages_due ON public.messages USING btree (can_wait, available_at, id) WHERE ((sent_at IS NULL) AND (failure IS NULL));
CREATE INDEX messages_of_recipient ON public.messages USING btree (recipient_name, created_at DESC);
CREATE INDEX messages_of_user ON public.messages USING btree (user_id) WHERE (user_id IS NOT NULL);
grant select, insert, update, delete on messages to shirogane_app;

create table notifications (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  facts jsonb not null,
  transaction_id uuid,
  dedupe_key text not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  topic text not null default 'news'::text,
  picture text,
  action_path text,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_dedupe_key_key UNIQUE (dedupe_key),
  constraint notifications_action_path_check CHECK ((action_path ~ '^/[a-z]'::text)),
  constraint notifications_kind_check CHECK ((kind ~ '^[a-z_]{2,40}$'::text)),
  constraint notifications_picture_check CHECK ((picture ~ '^[a-z]{2,12}$'::text)),
  constraint notifications_topic_check CHECK ((topic = ANY (ARRAY['payment'::text, 'offer'::text, 'news'::text, 'affiliate'::text, 'security'::text])))
);
CREATE INDEX notifications_of_user ON public.notifications USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE TRIGGER notice_keeps_its_reader BEFORE UPDATE OF user_id ON public.notifications FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER notices_have_readers AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION notices_have_readers();
grant select, insert, update, delete on notifications to shirogane_app;

create table notification_choices (
  user_id uuid not null,
  push_off text[] not null default '{}'::text[],
  mail_off text[] not null default '{}'::text[],
  constraint notification_choices_pkey PRIMARY KEY (user_id),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint notification_choices_mail_off_check CHECK ((mail_off <@ ARRAY['payment'::text, 'offer'::text, 'news'::text, 'affiliate'::text])),
  constraint notification_choices_push_off_check CHECK ((push_off <@ ARRAY['payment'::text, 'offer'::text, 'news'::text, 'affiliate'::text]))
);
grant select, insert, update on notification_choices to shirogane_app;

create table pushes (
  notification_id uuid not null,
  session_id uuid not null,
  attempts smallint not null default 0,
  available_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  can_wait boolean not null default false,
  constraint pushes_pkey PRIMARY KEY (notification_id, session_id),
  constraint pushes_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint pushes_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE,
  constraint pushes_attempts_check CHECK ((attempts >= 0))
);
CREATE INDEX pushes_due ON public.pushes USING btree (can_wait, available_at, notification_id);
CREATE INDEX pushes_of_session ON public.pushes USING btree (session_id);
grant select, insert, update, delete on pushes to shirogane_app;

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  endpoint_name text not null,
  encrypted bytea not null,
  shows_amounts boolean not null default false,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint_name_key UNIQUE (endpoint_name),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_of_user ON public.push_subscriptions USING btree (user_id);
grant select, insert, update, delete on push_subscriptions to shirogane_app;

create table sms_pauses (
  scope text not null,
  name text not null,
  asked integer not null,
  confirmed integer not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint sms_pauses_pkey PRIMARY KEY (scope, name),
  constraint sms_pauses_asked_check CHECK ((asked > 0)),
  constraint sms_pauses_check CHECK (((confirmed >= 0) AND (confirmed <= asked))),
  constraint sms_pauses_check1 CHECK ((until > since)),
  constraint sms_pauses_scope_check CHECK ((scope = ANY (ARRAY['block'::text, 'network'::text, 'all'::text])))
);
grant select, insert, update, delete on sms_pauses to shirogane_app;

-- apps/api/schema/operation/live.sql

create table live_events (
  id uuid not null,
  user_id uuid not null,
  event text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  constraint live_events_pkey PRIMARY KEY (id),
  constraint live_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint live_events_event_check CHECK ((event = ANY (ARRAY['becomeAffiliator'::text, 'approvalChange'::text, 'confirmationChange'::text])))
);
grant select, insert, update, delete on live_events to shirogane_app;

create table socket_io_attachments (
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  payload bytea not null,
  constraint socket_io_attachments_pkey PRIMARY KEY (id)
);
CREATE INDEX socket_io_attachments_by_age ON public.socket_io_attachments USING btree (created_at);
grant select, insert, delete on socket_io_attachments to shirogane_app;

-- apps/api/schema/brand/legal-documents.sql

create table legal_documents (
  id uuid not null,
  slug text not null,
  version text not null,
  title text not null,
  summary text[] not null default '{}'::text[],
  sections jsonb not null,
  is_material boolean not null,
  effective_at timestamp with time zone not null,
  published_at timestamp with time zone not null default now(),
  changes text not null default ''::text,
  constraint legal_documents_pkey PRIMARY KEY (id),
  constraint legal_documents_slug_effective_at_key UNIQUE (slug, effective_at),
  constraint legal_documents_slug_version_key UNIQUE (slug, version),
  constraint legal_documents_slug_check CHECK ((slug = ANY (ARRAY['tos'::text, 'pp'::text, 'funds'::text, 'law'::text, 'points'::text, 'affiliator'::text, 'later'::text, 'secondhand'::text]))),
  constraint legal_documents_version_check CHECK ((version ~ '^[0-9]{1,3}\.[0-9]{1,3}$'::text))
);
CREATE TRIGGER legal_document_stays BEFORE DELETE OR UPDATE ON public.legal_documents FOR EACH ROW EXECUTE FUNCTION legal_document_stays();
grant select on legal_documents to shirogane_app;

create table legal_changes (
  id uuid not null,
  slug text not null,
  follows text,
  version text not null,
  title text not null,
  changes text not null,
  summary text[] not null,
  sections jsonb not null,
  is_material boolean not null,
  effective_on date not null,
  status text not null default 'requested'::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  document_id uuid,
  constraint legal_changes_pkey PRIMARY KEY (id),
  constraint legal_changes_document_id_key UNIQUE (document_id),
  constraint legal_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES employees(user_id),
  constraint legal_changes_document_id_fkey FOREIGN KEY (document_id) REFERENCES legal_documents(id),
  constraint legal_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES employees(user_id),
  constraint legal_change_in_time CHECK (((status = ANY (ARRAY['rejected'::text, 'withdrawn'::text])) OR (effective_on >= (((COALESCE(decided_at, requested_at) AT TIME ZONE 'Asia/Tokyo'::text))::date +
CASE
    WHEN ((slug = 'tos'::text) AND is_material) THEN 30
    ELSE 1
END)))),
  constraint legal_changes_changes_check CHECK ((changes <> ''::text)),
  constraint legal_changes_check CHECK (((status = 'requested'::text) = (decided_by IS NULL))),
  constraint legal_changes_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint legal_changes_check2 CHECK (((status = 'approved'::text) = (document_id IS NOT NULL))),
  constraint legal_changes_check3 CHECK (((decided_by IS NULL) OR ((decided_by = requested_by) = (status = 'withdrawn'::text)))),
  constraint legal_changes_slug_check CHECK ((slug = ANY (ARRAY['tos'::text, 'pp'::text, 'funds'::text, 'law'::text, 'points'::text, 'affiliator'::text, 'later'::text, 'secondhand'::text]))),
  constraint legal_changes_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint legal_changes_version_check CHECK ((version ~ '^[0-9]{1,3}\.[0-9]{1,3}$'::text))
);
CREATE INDEX legal_changes_of_text ON public.legal_changes USING btree (slug, requested_at DESC);
CREATE UNIQUE INDEX legal_changes_waiting ON public.legal_changes USING btree (slug) WHERE (status = 'requested'::text);
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE ON public.legal_changes FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION ledger.two_persons('requested_by', 'decided_by');
grant select, insert (id, slug, follows, version, title, changes, summary, sections, is_material, effective_on, requested_by, requested_at), update (status, decided_by, decided_at) on legal_changes to shirogane_app;

create table consents (
  user_id uuid not null,
  slug text not null,
  version text not null,
  agreed_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (user_id, slug, version),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER consents_stay BEFORE UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER consents_stay_for BEFORE DELETE ON public.consents FOR EACH ROW EXECUTE FUNCTION row_stays_after_leaving('1 year', 'user_id');
grant select, insert, delete on consents to shirogane_app;

create table terms_announcements (
  document_id uuid not null,
  notified_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  notified_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint terms_announcements_pkey PRIMARY KEY (document_id),
  constraint terms_announcements_document_id_fkey FOREIGN KEY (document_id) REFERENCES legal_documents(id)
);
grant select, update (notified_until, notified_id) on terms_announcements to shirogane_app;

-- apps/api/schema/people/contacts.sql

create table contacts (
  id uuid not null,
  number text not null default ('Q'::text || lpad((nextval('contact_numbers'::regclass))::text, 6, '0'::text)),
  user_id uuid,
  name text not null,
  email text,
  kind text not null,
  message text not null,
  transaction_id uuid,
  transaction_number text,
  status text not null default 'open'::text,
  note text not null default ''::text,
  handled_by uuid,
  handled_at timestamp with time zone,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_number_key UNIQUE (number),
  constraint contacts_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES employees(user_id),
  constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint contacts_check CHECK (((status = 'done'::text) = ((handled_by IS NOT NULL) AND (handled_at IS NOT NULL)))),
  constraint contacts_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'charge'::text, 'points'::text, 'goods'::text, 'kyc'::text, 'affiliate'::text, 'account'::text, 'sale_amount'::text, 'sale_unknown'::text, 'sale_points'::text, 'other'::text]))),
  constraint contacts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text])))
);
CREATE INDEX contacts_answered ON public.contacts USING btree (handled_at) WHERE (status = 'done'::text);
CREATE INDEX contacts_by_status ON public.contacts USING btree (status, created_at DESC, id DESC);
CREATE INDEX contacts_by_time ON public.contacts USING btree (created_at DESC, id DESC);
CREATE INDEX contacts_of_user ON public.contacts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER contact_stays BEFORE DELETE ON public.contacts FOR EACH ROW EXECUTE FUNCTION contact_stays();
grant select, insert, update, delete on contacts to shirogane_app;

create table contact_acts (
  id bigint not null generated always as identity,
  contact_id uuid not null,
  employee_id uuid not null,
  act text not null,
  note text,
  at timestamp with time zone not null default now(),
  constraint contact_acts_pkey PRIMARY KEY (id),
  constraint contact_acts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint contact_acts_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint contact_acts_act_check CHECK ((act = ANY (ARRAY['seen'::text, 'done'::text, 'reopened'::text, 'noted'::text])))
);
CREATE INDEX contact_acts_of_contact ON public.contact_acts USING btree (contact_id, id);
CREATE TRIGGER act_on_record AFTER INSERT ON public.contact_acts FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('contact.*', 'employee_id', 'at', 'contact_id', '', 'note');
grant select, insert on contact_acts to shirogane_app;

-- apps/api/schema/people/kyc.sql

create table kyc_methods (
  method text not null,
  is_remote boolean not null,
  is_offered boolean not null,
  valid_from date not null,
  valid_to date,
  constraint kyc_methods_pkey PRIMARY KEY (method),
  constraint kyc_methods_check CHECK ((valid_to >= valid_from)),
  constraint kyc_methods_method_check CHECK ((method = ANY (ARRAY['image_face'::text, 'ic_face'::text, 'jpki'::text, 'in_person_ic'::text, 'in_person_visual'::text])))
);
grant select on kyc_methods to shirogane_app;

create table private_files (
  name text not null,
  user_id uuid not null,
  purpose text not null,
  object text not null,
  encrypted_key bytea,
  created_at timestamp with time zone not null,
  redacted_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint private_files_pkey PRIMARY KEY (name),
  constraint private_files_object_key UNIQUE (object),
  constraint private_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint private_files_check CHECK (((encrypted_key IS NULL) = (erased_at IS NOT NULL))),
  constraint private_files_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
  constraint private_files_object_check CHECK ((object ~ '^[0-9a-f]{32}$'::text)),
  constraint private_files_purpose_check CHECK ((purpose = 'kyc'::text))
);
CREATE INDEX private_files_by_age ON public.private_files USING btree (created_at) WHERE (erased_at IS NULL);
CREATE INDEX private_files_of_user ON public.private_files USING btree (user_id);
grant select, insert, update on private_files to shirogane_app;

create table kyc_requests (
  id uuid not null,
  user_id uuid not null,
  method text not null,
  document text not null,
  name text not null,
  name_kana text not null,
  date_of_birth date not null,
  address text not null,
  occupation text not null,
  purposes text[] not null,
  action text,
  attempt integer not null,
  submitted_at timestamp with time zone not null,
  status text not null default 'pending'::text,
  decided_at timestamp with time zone,
  document_expires_on date,
  seen_by uuid,
  seen_store_id uuid,
  seen_expires_on date,
  constraint kyc_requests_pkey PRIMARY KEY (id),
  constraint kyc_requests_user_id_attempt_key UNIQUE (user_id, attempt),
  constraint kyc_requests_method_fkey FOREIGN KEY (method) REFERENCES kyc_methods(method),
  constraint kyc_requests_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES employees(user_id),
  constraint kyc_requests_seen_store_id_fkey FOREIGN KEY (seen_store_id) REFERENCES stores(id),
  constraint kyc_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint kyc_requests_attempt_check CHECK ((attempt > 0)),
  constraint kyc_requests_check CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  constraint kyc_requests_document_check CHECK ((document = ANY (ARRAY['driver_license'::text, 'driving_history'::text, 'my_number_card'::text, 'residence_card'::text, 'special_permanent_certificate'::text, 'passport'::text]))),
  constraint kyc_requests_purposes_check CHECK ((cardinality(purposes) > 0)),
  constraint kyc_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint seen_in_person CHECK ((((method = ANY (ARRAY['in_person_visual'::text, 'in_person_ic'::text])) = (seen_by IS NOT NULL)) AND ((seen_by IS NULL) = (seen_store_id IS NULL)) AND ((seen_by IS NULL) = (action IS NOT NULL)) AND ((seen_expires_on IS NULL) OR (seen_by IS NOT NULL))))
);
CREATE INDEX kyc_requests_of_user ON public.kyc_requests USING btree (user_id, submitted_at DESC);
CREATE UNIQUE INDEX kyc_requests_one_pending ON public.kyc_requests USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX kyc_requests_queue ON public.kyc_requests USING btree (status, submitted_at, id);
CREATE TRIGGER kyc_documents_were_seen BEFORE INSERT OR UPDATE ON public.kyc_requests FOR EACH ROW EXECUTE FUNCTION kyc_documents_were_seen();
CREATE TRIGGER kyc_request_is_decided BEFORE UPDATE ON public.kyc_requests FOR EACH ROW EXECUTE FUNCTION kyc_request_is_decided();
CREATE TRIGGER kyc_request_is_taken BEFORE INSERT ON public.kyc_requests FOR EACH ROW EXECUTE FUNCTION kyc_request_is_taken();
CREATE TRIGGER kyc_requests_stay_for BEFORE DELETE ON public.kyc_requests FOR EACH ROW EXECUTE FUNCTION row_stays_after_leaving('7 years', 'user_id');
grant select, insert, update, delete on kyc_requests to shirogane_app;

create table kyc_images (
  request_id uuid not null,
  side text not null,
  name text not null,
  source text not null,
  constraint kyc_images_pkey PRIMARY KEY (request_id, side),
  constraint kyc_images_name_key UNIQUE (name),
  constraint kyc_images_name_fkey FOREIGN KEY (name) REFERENCES private_files(name),
  constraint kyc_images_request_id_fkey FOREIGN KEY (request_id) REFERENCES kyc_requests(id),
  constraint kyc_images_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text, 'side'::text, 'face'::text, 'action'::text]))),
  constraint kyc_images_source_check CHECK ((source = ANY (ARRAY['camera'::text, 'file'::text])))
);
CREATE TRIGGER kyc_images_stay BEFORE UPDATE ON public.kyc_images FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER kyc_images_stay_for BEFORE DELETE ON public.kyc_images FOR EACH ROW EXECUTE FUNCTION row_stays_after_leaving('7 years', 'request_id');
grant select, insert, delete on kyc_images to shirogane_app;

create table kyc_decisions (
  id uuid not null,
  request_id uuid not null,
  decision text not null,
  employee_id uuid not null,
  reasons text[] not null default '{}'::text[],
  note text,
  at timestamp with time zone not null,
  constraint kyc_decisions_pkey PRIMARY KEY (id),
  constraint kyc_decisions_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint kyc_decisions_request_id_fkey FOREIGN KEY (request_id) REFERENCES kyc_requests(id),
  constraint kyc_decisions_check CHECK (((decision = 'reject'::text) = (cardinality(reasons) > 0))),
  constraint kyc_decisions_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text])))
);
CREATE INDEX kyc_decisions_of_request ON public.kyc_decisions USING btree (request_id, at);
CREATE TRIGGER kyc_decision_is_right BEFORE INSERT ON public.kyc_decisions FOR EACH ROW EXECUTE FUNCTION kyc_decision_is_right();
CREATE TRIGGER kyc_decisions_stay BEFORE UPDATE ON public.kyc_decisions FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER kyc_decisions_stay_for BEFORE DELETE ON public.kyc_decisions FOR EACH ROW EXECUTE FUNCTION row_stays_after_leaving('7 years', 'request_id');
CREATE TRIGGER kyc_seer_is_no_checker BEFORE INSERT ON public.kyc_decisions FOR EACH ROW EXECUTE FUNCTION kyc_seer_is_no_checker();
grant select, insert, delete on kyc_decisions to shirogane_app;

create table kyc_visits (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  code_hash bytea not null,
  document text not null,
  occupation text not null,
  purposes text[] not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  read_by uuid,
  read_store_id uuid,
  read_record text,
  read_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint kyc_visits_pkey PRIMARY KEY (id),
  constraint kyc_visits_code_hash_key UNIQUE (code_hash),
  constraint kyc_visits_token_hash_key UNIQUE (token_hash),
  constraint kyc_visits_read_by_fkey FOREIGN KEY (read_by) REFERENCES employees(user_id),
  constraint kyc_visits_read_store_id_fkey FOREIGN KEY (read_store_id) REFERENCES stores(id),
  constraint kyc_visits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint kyc_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint kyc_visits_check CHECK ((((read_by IS NULL) = (read_at IS NULL)) AND ((read_by IS NULL) = (read_store_id IS NULL)))),
  constraint kyc_visits_check1 CHECK (((used_at IS NULL) OR (read_at IS NOT NULL))),
  constraint kyc_visits_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint kyc_visits_purposes_check CHECK ((cardinality(purposes) > 0)),
  constraint kyc_visits_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX kyc_visits_by_age ON public.kyc_visits USING btree (issued_at);
CREATE INDEX kyc_visits_of_user ON public.kyc_visits USING btree (user_id);
grant select, insert, update, delete on kyc_visits to shirogane_app;

-- apps/api/schema/people/members.sql

create table member_notes (
  id uuid not null,
  user_id uuid not null,
  author_id uuid not null,
  text text not null,
  at_till boolean not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  removed_by uuid,
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES employees(user_id),
  constraint member_notes_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES employees(user_id),
  constraint member_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint member_notes_check CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
  constraint member_notes_text_check CHECK (((length(TRIM(BOTH FROM text)) >= 1) AND (length(TRIM(BOTH FROM text)) <= 200)))
);
CREATE INDEX member_notes_of_user ON public.member_notes USING btree (user_id, created_at DESC) WHERE (removed_at IS NULL);
CREATE TRIGGER member_notes_stay BEFORE DELETE ON public.member_notes FOR EACH ROW EXECUTE FUNCTION note_stays_with_person('user_id');
grant select, insert, update (removed_at, removed_by), delete on member_notes to shirogane_app;

create table member_stops (
  id uuid not null,
  user_id uuid not null,
  stopped_at timestamp with time zone not null,
  stopped_by uuid not null,
  reason text not null,
  allowed_at timestamp with time zone,
  allowed_by uuid,
  allow_reason text,
  constraint member_stops_pkey PRIMARY KEY (id),
  constraint member_stops_allowed_by_fkey FOREIGN KEY (allowed_by) REFERENCES employees(user_id),
  constraint member_stops_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES employees(user_id),
  constraint member_stops_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint member_stops_allow_reason_check CHECK (((length(TRIM(BOTH FROM allow_reason)) >= 1) AND (length(TRIM(BOTH FROM allow_reason)) <= 200))),
  constraint member_stops_check CHECK ((((allowed_at IS NULL) = (allowed_by IS NULL)) AND ((allowed_at IS NULL) = (allow_reason IS NULL)))),
  constraint member_stops_check1 CHECK ((allowed_at >= stopped_at)),
  constraint member_stops_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 200)))
);
CREATE INDEX member_stops_of_user ON public.member_stops USING btree (user_id, stopped_at DESC);
CREATE UNIQUE INDEX member_stops_open ON public.member_stops USING btree (user_id) WHERE (allowed_at IS NULL);
CREATE TRIGGER member_stop_stays BEFORE DELETE OR UPDATE ON public.member_stops FOR EACH ROW EXECUTE FUNCTION member_stop_stays();
grant select, insert, update (allowed_at, allowed_by, allow_reason), delete on member_stops to shirogane_app;

create table desk_readings (
  id uuid not null,
  user_id uuid not null,
  store_id uuid not null,
  employee_id uuid not null,
  at timestamp with time zone not null,
  pay_code_id uuid,
  constraint desk_readings_pkey PRIMARY KEY (id),
  constraint desk_readings_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint desk_readings_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint desk_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX desk_readings_by_age ON public.desk_readings USING btree (at);
CREATE UNIQUE INDEX desk_readings_of_code ON public.desk_readings USING btree (pay_code_id) WHERE (pay_code_id IS NOT NULL);
CREATE INDEX desk_readings_of_user ON public.desk_readings USING btree (user_id, store_id, at DESC);
grant select, insert, delete on desk_readings to shirogane_app;

-- apps/api/schema/brand/levels.sql

create table levels (
  id uuid not null,
  level_index smallint not null,
  code text not null,
  name text not null,
  quota bigint not null,
  rate_bp integer not null,
  birthday_points integer not null default 0,
  benefits text[] not null default '{}'::text[],
  constraint levels_pkey PRIMARY KEY (id),
  constraint levels_code_key UNIQUE (code),
  constraint levels_level_index_key UNIQUE (level_index),
  constraint levels_quota_key UNIQUE (quota),
  constraint levels_birthday_points_check CHECK ((birthday_points >= 0)),
  constraint levels_level_index_check CHECK (((level_index >= 0) AND (level_index <= 20))),
  constraint levels_quota_check CHECK ((quota >= 0)),
  constraint levels_rate_bp_check CHECK (((rate_bp >= 0) AND (rate_bp <= 10000)))
);
CREATE TRIGGER levels_are_recorded AFTER INSERT OR UPDATE ON public.levels FOR EACH ROW EXECUTE FUNCTION level_recorded();
CREATE TRIGGER levels_stay BEFORE DELETE ON public.levels FOR EACH ROW EXECUTE FUNCTION level_stays();
grant select, update (name, quota, rate_bp, birthday_points, benefits) on levels to shirogane_app;

create table level_versions (
  level_index smallint not null,
  valid_from timestamp with time zone not null,
  name text not null,
  quota bigint not null,
  rate_bp integer not null,
  birthday_points integer not null,
  benefits text[] not null,
  constraint level_versions_pkey PRIMARY KEY (level_index, valid_from)
);
grant select on level_versions to shirogane_app;

-- apps/api/schema/brand/campaigns.sql

create table campaigns (
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  kind text not null,
  rate_bp integer,
  factor_bp integer,
  points integer,
  stackable boolean not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  needs_entry boolean not null,
  payment_min bigint not null,
  store_ids uuid[],
  level_indexes smallint[],
  member_max bigint,
  budget bigint,
  budget_used bigint not null default 0,
  points_days integer,
  paused_at timestamp with time zone,
  approved_by uuid,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint campaigns_budget_check CHECK (((budget >= 1) AND (budget <= 999999999))),
  constraint campaigns_check CHECK ((ends_at > starts_at)),
  constraint campaigns_check1 CHECK (((budget_used >= 0) AND (budget_used <= COALESCE(budget, (0)::bigint)))),
  constraint campaigns_check2 CHECK (((rate_bp IS NOT NULL) = (kind = 'rate_add'::text))),
  constraint campaigns_check3 CHECK (((factor_bp IS NOT NULL) = (kind = 'multiplier'::text))),
  constraint campaigns_check4 CHECK (((points IS NOT NULL) = (kind = 'fixed_point'::text))),
  constraint campaigns_check5 CHECK (((kind <> 'lottery'::text) OR ((approved_by IS NOT NULL) AND (approved_by <> created_by)))),
  constraint campaigns_description_check CHECK ((length(description) <= 500)),
  constraint campaigns_factor_bp_check CHECK (((factor_bp >= 10001) AND (factor_bp <= 100000))),
  constraint campaigns_kind_check CHECK ((kind = ANY (ARRAY['rate_add'::text, 'multiplier'::text, 'fixed_point'::text, 'lottery'::text]))),
  constraint campaigns_level_indexes_check CHECK ((cardinality(level_indexes) > 0)),
  constraint campaigns_member_max_check CHECK (((member_max >= 1) AND (member_max <= 999999999))),
  constraint campaigns_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint campaigns_payment_min_check CHECK (((payment_min >= 1) AND (payment_min <= 999999999))),
  constraint campaigns_points_check CHECK (((points >= 1) AND (points <= 100000))),
  constraint campaigns_points_days_check CHECK (((points_days >= 1) AND (points_days <= 730))),
  constraint campaigns_rate_bp_check CHECK (((rate_bp >= 1) AND (rate_bp <= 2000))),
  constraint campaigns_store_ids_check CHECK ((cardinality(store_ids) > 0))
);
CREATE INDEX campaigns_by_end ON public.campaigns USING btree (ends_at);
CREATE TRIGGER campaigns_keep_their_terms BEFORE UPDATE ON public.campaigns FOR EACH ROW EXECUTE FUNCTION ledger.campaign_changed();
CREATE TRIGGER campaigns_remain BEFORE TRUNCATE ON public.campaigns FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER campaigns_stay BEFORE DELETE ON public.campaigns FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE ON public.campaigns FOR EACH ROW WHEN ((new.kind = 'lottery'::text)) EXECUTE FUNCTION ledger.two_persons('created_by', 'approved_by');
grant select, insert (id, name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at, needs_entry, payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at, created_at, created_by), update (name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at, needs_entry, payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at) on campaigns to shirogane_app;

create table campaign_entries (
  campaign_id uuid not null,
  user_id uuid not null,
  entered_at timestamp with time zone not null,
  constraint campaign_entries_pkey PRIMARY KEY (campaign_id, user_id),
  constraint campaign_entries_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id)
);
grant select, insert on campaign_entries to shirogane_app;

create table banners (
  id uuid not null,
  "position" smallint not null,
  period text not null,
  title text not null,
  note text not null,
  body text not null,
  picture text not null,
  link text,
  published_from timestamp with time zone not null,
  published_until timestamp with time zone,
  campaign_id uuid,
  image text,
  alt text not null default ''::text,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_position_key UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED,
  constraint banners_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint banners_image_fkey FOREIGN KEY (image) REFERENCES banner_images(name),
  constraint banner_has_a_period CHECK ((published_until > published_from)),
  constraint banner_picture_is_described CHECK (((image IS NULL) OR (length(TRIM(BOTH FROM alt)) > 0))),
  constraint banners_picture_check CHECK ((picture = ANY (ARRAY['cup'::text, 'ring'::text, 'bangle'::text, 'spoon'::text, 'necklace'::text, 'hairpin'::text, 'dish'::text, 'cloth'::text])))
);
grant select, insert, update, delete on banners to shirogane_app;

create table banner_images (
  name text not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null,
  constraint banner_images_pkey PRIMARY KEY (name),
  constraint banner_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint banner_images_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text))
);
grant select, insert, delete on banner_images to shirogane_app;

-- apps/api/schema/brand/articles.sql

create table skus (
  id uuid not null,
  sku text not null,
  barcode text not null,
  name text not null,
  search_text text not null,
  price bigint not null,
  tax_rate_bp integer not null default 1000,
  fineness smallint,
  weight_mg integer,
  size text,
  picture text not null,
  quick_order smallint,
  active boolean not null default true,
  category text not null default 'other'::text,
  not_returnable text,
  stocked boolean not null default true,
  pricing text not null default 'fixed'::text,
  weighed boolean not null default false,
  coefficient_bp integer,
  labor_fee bigint not null default 0,
  stone_fee bigint not null default 0,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  image text,
  constraint skus_pkey PRIMARY KEY (id),
  constraint skus_barcode_key UNIQUE (barcode),
  constraint skus_image_key UNIQUE (image),
  constraint skus_quick_order_key UNIQUE (quick_order),
  constraint skus_sku_key UNIQUE (sku),
  constraint skus_image_fkey FOREIGN KEY (image) REFERENCES sku_images(name),
  constraint skus_category_check CHECK ((category = ANY (ARRAY['ring'::text, 'necklace'::text, 'pendant'::text, 'bracelet'::text, 'earring'::text, 'brooch'::text, 'tableware'::text, 'care'::text, 'service'::text, 'other'::text]))),
  constraint skus_coefficient_bp_check CHECK (((coefficient_bp >= 10000) AND (coefficient_bp <= 100000))),
  constraint skus_fineness CHECK ((fineness = ANY (ARRAY[800, 900, 925, 950, 958, 999]))),
  constraint skus_labor_fee_check CHECK (((labor_fee >= 0) AND (labor_fee <= 9999999))),
  constraint skus_not_returnable_check CHECK ((not_returnable = ANY (ARRAY['engraved'::text, 'resized'::text, 'made_to_order'::text, 'hygiene'::text, 'cut'::text, 'sale'::text]))),
  constraint skus_picture_check CHECK ((picture = ANY (ARRAY['cup'::text, 'ring'::text, 'bangle'::text, 'spoon'::text, 'necklace'::text, 'hairpin'::text, 'dish'::text, 'cloth'::text]))),
  constraint skus_price_check CHECK (((price >= 1) AND (price <= 999999999))),
  constraint skus_priced_by_weight CHECK ((((pricing = 'fixed'::text) AND (NOT weighed)) OR ((pricing = 'weight'::text) AND (fineness IS NOT NULL) AND (weight_mg IS NOT NULL) AND (coefficient_bp IS NOT NULL)))),
  constraint skus_pricing_check CHECK ((pricing = ANY (ARRAY['fixed'::text, 'weight'::text]))),
  constraint skus_stone_fee_check CHECK (((stone_fee >= 0) AND (stone_fee <= 9999999))),
  constraint skus_tax_rate_bp_check CHECK ((tax_rate_bp = ANY (ARRAY[0, 800, 1000]))),
  constraint skus_weight CHECK (((weight_mg >= 1) AND (weight_mg <= 1000000)))
);
CREATE INDEX skus_by_category ON public.skus USING btree (category, sku);
CREATE TRIGGER sku_priced BEFORE INSERT OR UPDATE ON public.skus FOR EACH ROW EXECUTE FUNCTION sku_priced();
grant select, insert, update on skus to shirogane_app;

create table sku_images (
  name text not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null,
  left_at timestamp with time zone,
  constraint sku_images_pkey PRIMARY KEY (name),
  constraint sku_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint sku_images_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text))
);
grant select, insert, update (left_at), delete on sku_images to shirogane_app;

create table silver_rates (
  id uuid not null,
  price_per_g bigint not null,
  note text not null default ''::text,
  status text not null default 'requested'::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint silver_rates_pkey PRIMARY KEY (id),
  constraint silver_rates_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint silver_rates_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint silver_rates_check CHECK (((status = 'requested'::text) = (decided_by IS NULL))),
  constraint silver_rates_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint silver_rates_check2 CHECK ((decided_by <> requested_by)),
  constraint silver_rates_price_per_g_check CHECK (((price_per_g >= 1) AND (price_per_g <= 10000))),
  constraint silver_rates_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text])))
);
CREATE INDEX silver_rates_decided ON public.silver_rates USING btree (decided_at DESC);
CREATE UNIQUE INDEX silver_rates_waiting ON public.silver_rates USING btree ((true)) WHERE (status = 'requested'::text);
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE ON public.silver_rates FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION ledger.two_persons('requested_by', 'decided_by');
grant select, insert, update on silver_rates to shirogane_app;

create table low_stock (
  store_id uuid not null,
  sku_id uuid not null,
  since timestamp with time zone not null,
  constraint low_stock_pkey PRIMARY KEY (store_id, sku_id),
  constraint low_stock_store_id_sku_id_fkey FOREIGN KEY (store_id, sku_id) REFERENCES ledger.stock_levels(store_id, sku_id)
);
grant select, insert, delete on low_stock to shirogane_app;

create table stock_counts (
  id uuid not null,
  store_id uuid not null,
  state text not null default 'counting'::text,
  opened_by uuid not null,
  opened_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  note text,
  constraint stock_counts_pkey PRIMARY KEY (id),
  constraint stock_counts_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint stock_counts_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint stock_counts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint stock_counts_check CHECK (((state = ANY (ARRAY['posted'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint stock_counts_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint stock_counts_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'review'::text, 'posted'::text, 'cancelled'::text])))
);
CREATE INDEX stock_counts_of_store ON public.stock_counts USING btree (store_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX stock_counts_open ON public.stock_counts USING btree (store_id) WHERE (ended_at IS NULL);
grant select, update (state, ended_by, ended_at) on stock_counts to shirogane_app;

create table stock_count_entries (
  count_id uuid not null,
  sku_id uuid not null,
  employee_id uuid not null,
  quantity integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  book integer not null,
  counted_at timestamp with time zone not null,
  constraint stock_count_entries_pkey PRIMARY KEY (count_id, sku_id, employee_id),
  constraint stock_count_entries_count_id_fkey FOREIGN KEY (count_id) REFERENCES stock_counts(id),
  constraint stock_count_entries_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES users(id),
  constraint stock_count_entries_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES skus(id),
  constraint stock_count_entries_quantity_check CHECK (((quantity >= 0) AND (quantity <= 99999)))
);
grant select on stock_count_entries to shirogane_app;

-- apps/api/schema/money/counter.sql

create table parked_sales (
  id uuid not null,
  store_id uuid not null,
  name text not null,
  cart jsonb not null,
  customer_id uuid,
  total bigint not null,
  pieces integer not null,
  price_per_g bigint,
  status text not null default 'parked'::text,
  register_id uuid not null,
  employee_id uuid not null,
  version integer not null default 1,
  parked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  held_until timestamp with time zone,
  transaction_id uuid,
  keeps_goods boolean not null default false,
  constraint parked_sales_pkey PRIMARY KEY (id),
  constraint parked_sales_transaction_id_key UNIQUE (transaction_id),
  constraint parked_sales_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint parked_sales_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES users(id),
  constraint parked_sales_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint parked_sales_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint parked_sales_cart_check CHECK (((jsonb_typeof((cart -> 'items'::text)) = 'array'::text) AND (NOT (cart ? 'tenders'::text)))),
  constraint parked_sales_check CHECK (((status = 'completed'::text) = (transaction_id IS NOT NULL))),
  constraint parked_sales_check1 CHECK (((status = 'resumed'::text) = (held_until IS NOT NULL))),
  constraint parked_sales_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint parked_sales_pieces_check CHECK ((pieces > 0)),
  constraint parked_sales_status_check CHECK ((status = ANY (ARRAY['parked'::text, 'resumed'::text, 'completed'::text, 'discarded'::text, 'expired'::text]))),
  constraint parked_sales_total_check CHECK ((total >= 0))
);
CREATE INDEX parked_sales_ended ON public.parked_sales USING btree (expires_at) WHERE (status = ANY (ARRAY['completed'::text, 'discarded'::text, 'expired'::text]));
CREATE INDEX parked_sales_of_store ON public.parked_sales USING btree (store_id, parked_at DESC) WHERE (status = ANY (ARRAY['parked'::text, 'resumed'::text]));
CREATE INDEX parked_sales_to_end ON public.parked_sales USING btree (expires_at) WHERE (status = ANY (ARRAY['parked'::text, 'resumed'::text]));
grant select, insert, update, delete on parked_sales to shirogane_app;

create table exchanges (
  refund_id uuid not null,
  sale_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint exchanges_pkey PRIMARY KEY (refund_id),
  constraint exchanges_sale_id_key UNIQUE (sale_id),
  constraint exchanges_check CHECK ((refund_id <> sale_id))
);
CREATE TRIGGER exchanged AFTER INSERT ON public.exchanges FOR EACH ROW EXECUTE FUNCTION ledger.exchanged();
CREATE TRIGGER exchanges_are_final BEFORE DELETE OR UPDATE ON public.exchanges FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER exchanges_remain BEFORE TRUNCATE ON public.exchanges FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select, insert on exchanges to shirogane_app;

create table saved_searches (
  id uuid not null,
  employee_id uuid not null,
  name text not null,
  filter jsonb not null,
  found integer not null,
  created_at timestamp with time zone not null,
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint saved_searches_filter_check CHECK (((jsonb_typeof(filter) = 'object'::text) AND (pg_column_size(filter) <= 4000))),
  constraint saved_searches_found_check CHECK ((found >= 0)),
  constraint saved_searches_name_check CHECK ((char_length(name) <= 40))
);
CREATE INDEX saved_searches_of ON public.saved_searches USING btree (employee_id, created_at DESC);
CREATE UNIQUE INDEX saved_searches_once ON public.saved_searches USING btree (employee_id, md5((filter)::text));
grant select, insert, update (name, found, created_at), delete on saved_searches to shirogane_app;

create table drawer_openings (
  id uuid not null,
  store_id uuid not null,
  register_id uuid not null,
  employee_id uuid not null,
  reason text not null,
  note text,
  opened_at timestamp with time zone not null,
  constraint drawer_openings_pkey PRIMARY KEY (id),
  constraint drawer_openings_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES users(id),
  constraint drawer_openings_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint drawer_openings_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint drawer_openings_reason_check CHECK ((reason = ANY (ARRAY['exchange'::text, 'change'::text, 'check'::text, 'other'::text])))
);
CREATE INDEX drawer_openings_of_store ON public.drawer_openings USING btree (store_id, opened_at DESC);
CREATE TRIGGER act_on_record AFTER INSERT ON public.drawer_openings FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('drawer.opened', 'employee_id', 'opened_at', 'id', '', 'register_id', 'note');
grant select, insert on drawer_openings to shirogane_app;

create table cash_checks (
  id uuid not null,
  number text not null default ('C'::text || lpad((nextval('cash_check_numbers'::regclass))::text, 6, '0'::text)),
  store_id uuid not null,
  register_id uuid,
  employee_id uuid not null,
  customer_id uuid,
  transaction_id uuid not null,
  business_date date not null,
  amount bigint not null,
  name text not null,
  address text not null,
  date_of_birth date not null,
  occupation text not null,
  purpose text not null,
  document text not null,
  document_tail text,
  method text not null,
  suspicious boolean not null default false,
  note text,
  at timestamp with time zone not null,
  keep_until date not null,
  constraint cash_checks_pkey PRIMARY KEY (id),
  constraint cash_checks_number_key UNIQUE (number),
  constraint cash_checks_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint cash_checks_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint cash_checks_method_fkey FOREIGN KEY (method) REFERENCES kyc_methods(method),
  constraint cash_checks_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint cash_checks_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint cash_checks_address_check CHECK ((length(TRIM(BOTH FROM address)) > 0)),
  constraint cash_checks_amount_check CHECK ((amount > 0)),
  constraint cash_checks_check CHECK (((date_of_birth >= '1900-01-01'::date) AND (date_of_birth <= business_date))),
  constraint cash_checks_check1 CHECK ((keep_until >= (business_date + '7 years'::interval))),
  constraint cash_checks_check2 CHECK (((document_tail IS NULL) OR (document <> 'my_number_card'::text))),
  constraint cash_checks_document_check CHECK ((document = ANY (ARRAY['driver_license'::text, 'driving_history'::text, 'my_number_card'::text, 'residence_card'::text, 'special_permanent_certificate'::text, 'passport'::text]))),
  constraint cash_checks_document_tail_check CHECK ((document_tail ~ '^[0-9A-Za-z]{3,4}$'::text)),
  constraint cash_checks_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
  constraint cash_checks_occupation_check CHECK ((length(TRIM(BOTH FROM occupation)) > 0)),
  constraint cash_checks_purpose_check CHECK ((length(TRIM(BOTH FROM purpose)) > 0))
);
CREATE INDEX cash_checks_by_day ON public.cash_checks USING btree (business_date, store_id);
CREATE INDEX cash_checks_of_customer ON public.cash_checks USING btree (customer_id, business_date) WHERE (customer_id IS NOT NULL);
CREATE INDEX cash_checks_of_sale ON public.cash_checks USING btree (transaction_id);
CREATE TRIGGER cash_check_is_right BEFORE INSERT ON public.cash_checks FOR EACH ROW EXECUTE FUNCTION cash_check_is_right();
CREATE TRIGGER cash_checks_stay BEFORE UPDATE ON public.cash_checks FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER cash_checks_stay_for BEFORE DELETE ON public.cash_checks FOR EACH ROW EXECUTE FUNCTION row_stays_for('1 day', 'keep_until');
CREATE TRIGGER cash_checks_stay_whole BEFORE TRUNCATE ON public.cash_checks FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select, insert, delete on cash_checks to shirogane_app;

-- apps/api/schema/money/receipts.sql

create table receipt_issuers (
  id bigint not null generated always as identity,
  store_id uuid not null,
  content jsonb not null,
  effective_at timestamp with time zone not null,
  constraint receipt_issuers_pkey PRIMARY KEY (id),
  constraint receipt_issuers_store_id_effective_at_key UNIQUE (store_id, effective_at),
  constraint receipt_issuers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE TRIGGER receipt_issuers_are_final BEFORE DELETE OR UPDATE ON public.receipt_issuers FOR EACH ROW EXECUTE FUNCTION receipts_are_final();
grant select on receipt_issuers to shirogane_app;

create table receipts (
  id uuid not null,
  kind text not null,
  transaction_id uuid not null,
  content jsonb not null,
  addressee text,
  proviso text,
  issued_at timestamp with time zone not null,
  issued_by uuid not null,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_transaction_id_kind_key UNIQUE (transaction_id, kind),
  constraint receipts_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id),
  constraint receipts_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger.movements(id),
  constraint receipts_addressee_check CHECK ((addressee <> ''::text)),
  constraint receipts_check CHECK (((kind = 'formal'::text) = ((addressee IS NOT NULL) AND (proviso IS NOT NULL)))),
  constraint receipts_check1 CHECK (((kind = 'formal'::text) OR ((addressee IS NULL) AND (proviso IS NULL)))),
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['movement'::text, 'formal'::text]))),
  constraint receipts_proviso_check CHECK ((proviso <> ''::text))
);
CREATE INDEX receipts_formal_issued ON public.receipts USING btree (issued_at) WHERE (kind = 'formal'::text);
CREATE TRIGGER receipts_are_final BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION receipts_are_final();
grant select, insert on receipts to shirogane_app;

create table receipt_copies (
  receipt_id uuid not null,
  copy integer not null,
  id uuid not null,
  refunded_total bigint not null default 0,
  voided boolean not null default false,
  made_at timestamp with time zone not null,
  made_by uuid not null,
  on_paper boolean not null default true,
  constraint receipt_copies_pkey PRIMARY KEY (receipt_id, copy),
  constraint receipt_copies_id_key UNIQUE (id),
  constraint receipt_copies_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint receipt_copies_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint receipt_copies_copy_check CHECK ((copy > 0)),
  constraint receipt_copies_refunded_total_check CHECK ((refunded_total >= 0))
);
CREATE INDEX receipt_copies_made ON public.receipt_copies USING btree (made_at);
CREATE TRIGGER receipt_copies_are_counted BEFORE INSERT ON public.receipt_copies FOR EACH ROW EXECUTE FUNCTION receipt_copy_counted();
CREATE TRIGGER receipt_copies_are_final BEFORE DELETE OR UPDATE ON public.receipt_copies FOR EACH ROW EXECUTE FUNCTION receipts_are_final();
grant select, insert on receipt_copies to shirogane_app;

-- apps/api/schema/money/cards.sql

create table payment_methods (
  id uuid not null,
  user_id uuid not null,
  gateway text not null,
  gateway_customer text not null,
  gateway_card text not null,
  fingerprint text,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  nickname text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint payment_methods_pkey PRIMARY KEY (id),
  constraint payment_methods_gateway_gateway_card_key UNIQUE (gateway, gateway_card),
  constraint payment_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payment_methods_check CHECK (((removed_at IS NULL) OR (NOT is_default))),
  constraint payment_methods_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint payment_methods_exp_year_check CHECK (((exp_year >= 2000) AND (exp_year <= 2199))),
  constraint payment_methods_gateway_check CHECK ((gateway = ANY (ARRAY['payjp'::text, 'sandbox'::text]))),
  constraint payment_methods_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_methods_nickname_check CHECK (((length(nickname) >= 1) AND (length(nickname) <= 20)))
);
CREATE UNIQUE INDEX payment_methods_default ON public.payment_methods USING btree (user_id) WHERE is_default;
CREATE INDEX payment_methods_of_person ON public.payment_methods USING btree (user_id);
CREATE INDEX payment_methods_of_user ON public.payment_methods USING btree (user_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX payment_methods_same_card ON public.payment_methods USING btree (user_id, fingerprint) WHERE ((removed_at IS NULL) AND (fingerprint IS NOT NULL));
grant select, insert, update (fingerprint, exp_month, exp_year, nickname, is_default, removed_at) on payment_methods to shirogane_app;

create table card_keepings (
  id uuid not null,
  user_id uuid not null,
  started_at timestamp with time zone not null,
  constraint card_keepings_pkey PRIMARY KEY (id),
  constraint card_keepings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX card_keepings_of_user ON public.card_keepings USING btree (user_id);
grant select, insert, delete on card_keepings to shirogane_app;

-- apps/api/schema/money/buybacks.sql

create table buybacks (
  id uuid not null,
  status text not null,
  number text not null,
  request_hash bytea not null,
  store_id uuid not null,
  register_id uuid,
  employee_id uuid not null,
  customer_id uuid,
  business_date date not null,
  on_date date not null,
  at timestamp with time zone not null,
  seller_name text not null,
  seller_search text not null,
  seller_address text not null,
  seller_occupation text not null,
  seller_date_of_birth date not null,
  document text not null,
  document_tail text,
  method text not null,
  purpose text not null,
  price_per_g bigint not null,
  amount bigint not null,
  paid_by text not null,
  bank jsonb,
  bank_paid_by uuid,
  bank_paid_at timestamp with time zone,
  bank_transaction_id uuid,
  signature jsonb not null,
  note text,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversal_approved_by uuid,
  reversal_reason text,
  reversal_id uuid,
  constraint buybacks_pkey PRIMARY KEY (id),
  constraint buybacks_number_key UNIQUE (number),
  constraint buybacks_reversal_id_key UNIQUE (reversal_id),
  constraint buybacks_bank_paid_by_fkey FOREIGN KEY (bank_paid_by) REFERENCES employees(user_id),
  constraint buybacks_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint buybacks_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint buybacks_method_fkey FOREIGN KEY (method) REFERENCES kyc_methods(method),
  constraint buybacks_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint buybacks_reversal_approved_by_fkey FOREIGN KEY (reversal_approved_by) REFERENCES employees(user_id),
  constraint buybacks_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES employees(user_id),
  constraint buybacks_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint buyback_maker_is_no_checker CHECK (((reversed_at IS NULL) OR ((COALESCE(reversal_approved_by, reversed_by) <> employee_id) AND (reversal_approved_by IS DISTINCT FROM reversed_by)))),
  constraint buyback_maker_is_no_payer CHECK ((bank_paid_by IS DISTINCT FROM employee_id)),
  constraint buyback_of_age CHECK ((EXTRACT(year FROM age((on_date)::timestamp with time zone, (seller_date_of_birth)::timestamp with time zone)) >= (18)::numeric)),
  constraint buyback_reversal_is_whole CHECK ((((reversed_at IS NULL) = (reversed_by IS NULL)) AND ((reversed_at IS NULL) = (reversal_reason IS NULL)) AND ((reversed_at IS NULL) = (reversal_id IS NULL)) AND ((reversal_approved_by IS NULL) OR (reversed_at IS NOT NULL)))),
  constraint buyback_reversal_of_paid CHECK (((reversed_at IS NULL) OR ((status = 'paid'::text) AND (bank_paid_at IS NULL)))),
  constraint buybacks_amount_check CHECK ((amount > 0)),
  constraint buybacks_check CHECK (((document_tail IS NULL) OR (document <> 'my_number_card'::text))),
  constraint buybacks_check1 CHECK (((paid_by <> 'balance'::text) OR (customer_id IS NOT NULL))),
  constraint buybacks_check2 CHECK (((status = 'stopped'::text) OR ((bank IS NOT NULL) = (paid_by = 'bank'::text)))),
  constraint buybacks_check3 CHECK ((((bank_paid_at IS NULL) = (bank_paid_by IS NULL)) AND ((bank_paid_at IS NULL) = (bank_transaction_id IS NULL)))),
  constraint buybacks_check4 CHECK (((bank_paid_at IS NULL) OR ((status = 'paid'::text) AND (paid_by = 'bank'::text)))),
  constraint buybacks_document_check CHECK ((document = ANY (ARRAY['driver_license'::text, 'driving_history'::text, 'my_number_card'::text, 'residence_card'::text, 'special_permanent_certificate'::text, 'passport'::text]))),
  constraint buybacks_document_tail_check CHECK ((document_tail ~ '^[0-9A-Za-z]{3,4}$'::text)),
  constraint buybacks_paid_by_check CHECK ((paid_by = ANY (ARRAY['cash'::text, 'bank'::text, 'balance'::text]))),
  constraint buybacks_price_per_g_check CHECK ((price_per_g > 0)),
  constraint buybacks_purpose_check CHECK ((length(TRIM(BOTH FROM purpose)) > 0)),
  constraint buybacks_reversal_reason_check CHECK (((length(TRIM(BOTH FROM reversal_reason)) >= 1) AND (length(TRIM(BOTH FROM reversal_reason)) <= 200))),
  constraint buybacks_seller_address_check CHECK ((length(TRIM(BOTH FROM seller_address)) > 0)),
  constraint buybacks_seller_date_of_birth_check CHECK ((seller_date_of_birth >= '1900-01-01'::date)),
  constraint buybacks_seller_name_check CHECK ((length(TRIM(BOTH FROM seller_name)) > 0)),
  constraint buybacks_seller_occupation_check CHECK ((length(TRIM(BOTH FROM seller_occupation)) > 0)),
  constraint buybacks_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'stopped'::text])))
);
CREATE INDEX buybacks_by_time ON public.buybacks USING btree (at DESC, id DESC);
CREATE INDEX buybacks_of_customer ON public.buybacks USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX buybacks_of_store ON public.buybacks USING btree (store_id, at DESC, id DESC);
CREATE CONSTRAINT TRIGGER buyback_is_paid AFTER INSERT ON public.buybacks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.buyback_written();
CREATE CONSTRAINT TRIGGER buyback_is_reversed AFTER UPDATE OF reversed_at ON public.buybacks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reversed_at IS NOT NULL)) EXECUTE FUNCTION ledger.buyback_reversed();
CREATE TRIGGER buyback_stays BEFORE DELETE OR UPDATE ON public.buybacks FOR EACH ROW EXECUTE FUNCTION buyback_stays();
CREATE TRIGGER buybacks_stay_whole BEFORE TRUNCATE ON public.buybacks FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER two_persons AFTER UPDATE OF reversed_by, reversal_approved_by ON public.buybacks FOR EACH ROW WHEN (((new.reversed_by IS NOT NULL) AND (new.reversal_approved_by IS NULL))) EXECUTE FUNCTION ledger.two_persons('employee_id', 'reversed_by');
CREATE TRIGGER two_persons_by_approval AFTER UPDATE OF reversed_by, reversal_approved_by ON public.buybacks FOR EACH ROW WHEN ((new.reversal_approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('employee_id', 'reversal_approved_by', 'reversed_by', 'reversal_approved_by');
CREATE TRIGGER two_persons_pay AFTER UPDATE OF bank_paid_by ON public.buybacks FOR EACH ROW WHEN ((new.bank_paid_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('employee_id', 'bank_paid_by');
grant select on buybacks to shirogane_app;

create table buyback_items (
  buyback_id uuid not null,
  line smallint not null,
  kind text not null,
  name text not null,
  quantity integer not null,
  fineness smallint not null,
  gross_weight_mg bigint not null,
  deduction_mg bigint not null,
  net_weight_mg bigint not null,
  grade text not null,
  price_per_g bigint not null,
  rate_bp integer not null,
  amount bigint not null,
  features text not null,
  serial text,
  serial_key text,
  features_key text not null,
  held_until date not null,
  disposed_on date,
  disposed_to text,
  disposed_by uuid,
  sku_id uuid,
  stocked_on date,
  stocked_by uuid,
  disposed_kind text,
  constraint buyback_items_pkey PRIMARY KEY (buyback_id, line),
  constraint buyback_items_sku_id_key UNIQUE (sku_id),
  constraint buyback_items_buyback_id_fkey FOREIGN KEY (buyback_id) REFERENCES buybacks(id),
  constraint buyback_items_disposed_by_fkey FOREIGN KEY (disposed_by) REFERENCES employees(user_id),
  constraint buyback_items_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES skus(id),
  constraint buyback_items_stocked_by_fkey FOREIGN KEY (stocked_by) REFERENCES employees(user_id),
  constraint buyback_item_kind_of_way CHECK (((disposed_kind IS NULL) OR (disposed_on IS NOT NULL))),
  constraint buyback_item_stock_is_whole CHECK ((((sku_id IS NULL) = (stocked_on IS NULL)) AND ((sku_id IS NULL) = (stocked_by IS NULL)))),
  constraint buyback_item_stocked_after_days CHECK ((stocked_on > held_until)),
  constraint buyback_items_check CHECK (((net_weight_mg > 0) AND (net_weight_mg = (gross_weight_mg - deduction_mg)))),
  constraint buyback_items_check1 CHECK (((amount)::numeric = div(((((net_weight_mg)::numeric * (fineness)::numeric) * (price_per_g)::numeric) * (rate_bp)::numeric), ('10000000000'::bigint)::numeric))),
  constraint buyback_items_check2 CHECK ((disposed_on > held_until)),
  constraint buyback_items_check3 CHECK ((((disposed_on IS NULL) = (disposed_to IS NULL)) AND ((disposed_on IS NULL) = (disposed_by IS NULL)))),
  constraint buyback_items_deduction_mg_check CHECK ((deduction_mg >= 0)),
  constraint buyback_items_disposed_kind_check CHECK ((disposed_kind = ANY (ARRAY['melted'::text, 'returned'::text, 'other'::text]))),
  constraint buyback_items_features_check CHECK ((length(TRIM(BOTH FROM features)) > 0)),
  constraint buyback_items_fineness_check CHECK ((fineness = ANY (ARRAY[800, 900, 925, 950, 958, 999]))),
  constraint buyback_items_grade_check CHECK ((grade = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint buyback_items_gross_weight_mg_check CHECK (((gross_weight_mg >= 1) AND (gross_weight_mg <= 100000000))),
  constraint buyback_items_kind_check CHECK ((kind = ANY (ARRAY['ring'::text, 'necklace'::text, 'bracelet'::text, 'earring'::text, 'tableware'::text, 'bullion'::text, 'other'::text]))),
  constraint buyback_items_line_check CHECK ((line > 0)),
  constraint buyback_items_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
  constraint buyback_items_price_per_g_check CHECK ((price_per_g > 0)),
  constraint buyback_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint buyback_items_rate_bp_check CHECK (((rate_bp >= 1) AND (rate_bp <= 10000)))
);
CREATE INDEX buyback_items_by_serial ON public.buyback_items USING btree (serial_key) WHERE (serial_key IS NOT NULL);
CREATE INDEX buyback_items_by_shape ON public.buyback_items USING btree (kind, fineness, features_key);
CREATE INDEX buyback_items_held ON public.buyback_items USING btree (buyback_id) WHERE (disposed_on IS NULL);
CREATE CONSTRAINT TRIGGER buyback_item_counts AFTER INSERT ON public.buyback_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.buyback_written();
CREATE TRIGGER buyback_item_stays BEFORE DELETE OR UPDATE ON public.buyback_items FOR EACH ROW EXECUTE FUNCTION buyback_item_stays();
CREATE TRIGGER buyback_items_stay_whole BEFORE TRUNCATE ON public.buyback_items FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER piece_goes BEFORE UPDATE ON public.buyback_items FOR EACH ROW EXECUTE FUNCTION ledger.piece_goes();
grant select, update (disposed_on, disposed_to, disposed_by, sku_id, stocked_on, stocked_by, disposed_kind) on buyback_items to shirogane_app;

create table buyback_photos (
  buyback_id uuid not null,
  line smallint not null,
  "position" smallint not null,
  name text not null,
  encrypted_key bytea not null,
  taken_by uuid not null,
  taken_at timestamp with time zone not null,
  constraint buyback_photos_pkey PRIMARY KEY (buyback_id, line, "position"),
  constraint buyback_photos_name_key UNIQUE (name),
  constraint buyback_photos_buyback_id_line_fkey FOREIGN KEY (buyback_id, line) REFERENCES buyback_items(buyback_id, line),
  constraint buyback_photos_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES employees(user_id),
  constraint buyback_photos_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
  constraint buyback_photos_position_check CHECK ((("position" >= 1) AND ("position" <= 4)))
);
CREATE TRIGGER buyback_photo_stays BEFORE DELETE OR UPDATE ON public.buyback_photos FOR EACH ROW EXECUTE FUNCTION row_stays_but_its_encryption('encrypted_key');
CREATE TRIGGER buyback_photos_stay_whole BEFORE TRUNCATE ON public.buyback_photos FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select, insert, update (encrypted_key) on buyback_photos to shirogane_app;

create table buyback_buyers (
  buyback_id uuid not null,
  line smallint not null,
  transaction_id uuid not null,
  name text not null,
  address text not null,
  occupation text not null,
  age integer not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  constraint buyback_buyers_pkey PRIMARY KEY (buyback_id, line, transaction_id),
  constraint buyback_buyers_buyback_id_line_fkey FOREIGN KEY (buyback_id, line) REFERENCES buyback_items(buyback_id, line),
  constraint buyback_buyers_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES employees(user_id),
  constraint buyback_buyers_address_check CHECK (((length(TRIM(BOTH FROM address)) >= 1) AND (length(TRIM(BOTH FROM address)) <= 200))),
  constraint buyback_buyers_age_check CHECK (((age >= 0) AND (age <= 130))),
  constraint buyback_buyers_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 60))),
  constraint buyback_buyers_occupation_check CHECK (((length(TRIM(BOTH FROM occupation)) >= 1) AND (length(TRIM(BOTH FROM occupation)) <= 40)))
);
CREATE TRIGGER buyback_buyer_stays BEFORE DELETE OR UPDATE ON public.buyback_buyers FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER buyback_buyers_stay_whole BEFORE TRUNCATE ON public.buyback_buyers FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select, insert on buyback_buyers to shirogane_app;

-- apps/api/schema/money/affiliators.sql

create table affiliators (
  user_id uuid not null,
  code text not null,
  created_at timestamp with time zone not null default now(),
  terms_version text not null,
  agreed_at timestamp with time zone not null,
  made_by uuid,
  stopped_at timestamp with time zone,
  stopped_by uuid,
  stop_reason text,
  left_at timestamp with time zone,
  active boolean generated always as (((stopped_at IS NULL) AND (left_at IS NULL))) stored,
  reward_method text not null default 'bank'::text,
  reward_method_since timestamp with time zone,
  constraint affiliators_pkey PRIMARY KEY (user_id),
  constraint affiliators_code_key UNIQUE (code),
  constraint affiliators_made_by_fkey FOREIGN KEY (made_by) REFERENCES employees(user_id),
  constraint affiliators_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES employees(user_id),
  constraint affiliators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint affiliators_code_check CHECK ((code ~ '^[A-Z0-9_-]{4,32}$'::text)),
  constraint affiliators_made_by_others CHECK ((made_by <> user_id)),
  constraint affiliators_reward_method_check CHECK ((reward_method = ANY (ARRAY['wallet'::text, 'bank'::text]))),
  constraint affiliators_stopped_for_a_reason CHECK ((((stopped_at IS NULL) = (stopped_by IS NULL)) AND ((stopped_at IS NULL) = (stop_reason IS NULL))))
);
grant select, insert, update (terms_version, agreed_at, made_by, stopped_at, stopped_by, stop_reason, left_at, reward_method, reward_method_since) on affiliators to shirogane_app;

create table affiliates (
  id uuid not null,
  user_id uuid not null,
  affiliator_id uuid not null,
  created_at timestamp with time zone not null,
  via text not null default 'registration'::text,
  standing text not null default 'good'::text,
  constraint affiliates_pkey PRIMARY KEY (id),
  constraint affiliates_user_id_key UNIQUE (user_id),
  constraint affiliates_affiliator_id_fkey FOREIGN KEY (affiliator_id) REFERENCES affiliators(user_id),
  constraint affiliates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint affiliates_check CHECK ((user_id <> affiliator_id)),
  constraint affiliates_standing_check CHECK ((standing = ANY (ARRAY['good'::text, 'held'::text, 'void'::text]))),
  constraint affiliates_via_check CHECK ((via = ANY (ARRAY['registration'::text, 'pay_code'::text])))
);
CREATE INDEX affiliates_looked_at ON public.affiliates USING btree (standing) WHERE (standing <> 'good'::text);
CREATE INDEX affiliates_of_affiliator ON public.affiliates USING btree (affiliator_id, created_at DESC);
CREATE TRIGGER affiliates_stay_a_tree BEFORE INSERT OR UPDATE ON public.affiliates FOR EACH ROW EXECUTE FUNCTION affiliates_stay_a_tree();
CREATE TRIGGER invitation_noted AFTER INSERT OR DELETE OR UPDATE OF user_id, affiliator_id ON public.affiliates FOR EACH ROW EXECUTE FUNCTION ledger.invitation_noted();
grant select, insert, update (standing) on affiliates to shirogane_app;

create table affiliate_flags (
  affiliate_id uuid not null,
  reason text not null,
  found_at timestamp with time zone not null,
  cleared_at timestamp with time zone,
  constraint affiliate_flags_pkey PRIMARY KEY (affiliate_id, reason),
  constraint affiliate_flags_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(id) ON DELETE CASCADE,
  constraint affiliate_flags_reason_check CHECK ((reason = ANY (ARRAY['device'::text, 'card'::text, 'bank_account'::text, 'email'::text, 'phone'::text, 'address'::text, 'network'::text])))
);
grant select, insert, update (cleared_at) on affiliate_flags to shirogane_app;

create table affiliate_decisions (
  id uuid not null,
  affiliate_id uuid not null,
  decision text not null,
  note text not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null,
  constraint affiliate_decisions_pkey PRIMARY KEY (id),
  constraint affiliate_decisions_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES affiliates(id) ON DELETE CASCADE,
  constraint affiliate_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES employees(user_id),
  constraint affiliate_decisions_decision_check CHECK ((decision = ANY (ARRAY['good'::text, 'held'::text, 'void'::text]))),
  constraint affiliate_decisions_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200)))
);
CREATE INDEX affiliate_decisions_of ON public.affiliate_decisions USING btree (affiliate_id, decided_at DESC);
grant select, insert on affiliate_decisions to shirogane_app;

-- apps/api/schema/money/payouts.sql

create table payout_methods (
  id uuid not null,
  user_id uuid not null,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  account_type text not null,
  encrypted_number bytea,
  last3 text not null,
  account_key text not null,
  seat smallint not null default 1,
  account_name_kana text not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  usable_from timestamp with time zone not null,
  flagged_reason text,
  flagged_at timestamp with time zone,
  removed_at timestamp with time zone,
  review text,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  review_reason text,
  stopped_at timestamp with time zone,
  other_keys text[] not null default '{}'::text[],
  constraint payout_methods_pkey PRIMARY KEY (id),
  constraint payout_methods_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES employees(user_id),
  constraint payout_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_method_refusal CHECK (((review_reason IS NOT NULL) = (NOT (review IS DISTINCT FROM 'refused'::text)))),
  constraint payout_method_review CHECK (
CASE
    WHEN (review = ANY (ARRAY['approved'::text, 'refused'::text])) THEN (num_nonnulls(reviewed_at, reviewed_by) = 2)
    ELSE (num_nonnulls(reviewed_at, reviewed_by) = 0)
END),
  constraint payout_methods_account_name_kana_check CHECK (((length(account_name_kana) <= 30) AND (account_name_kana ~ '^[0-9A-Zｱ-ﾝﾞﾟ(). -]+$'::text))),
  constraint payout_methods_account_type_check CHECK ((account_type = ANY (ARRAY['ordinary'::text, 'current'::text, 'savings'::text]))),
  constraint payout_methods_bank_code_check CHECK ((bank_code ~ '^[0-9]{4}$'::text)),
  constraint payout_methods_bank_name_check CHECK ((bank_name <> ''::text)),
  constraint payout_methods_branch_code_check CHECK ((branch_code ~ '^[0-9]{3}$'::text)),
  constraint payout_methods_branch_name_check CHECK ((branch_name <> ''::text)),
  constraint payout_methods_check CHECK ((usable_from >= changed_at)),
  constraint payout_methods_check1 CHECK (((removed_at IS NULL) OR (NOT is_default))),
  constraint payout_methods_check2 CHECK (((flagged_reason IS NULL) = (flagged_at IS NULL))),
  constraint payout_methods_flagged_reason_check CHECK ((flagged_reason <> ''::text)),
  constraint payout_methods_last3_check CHECK ((last3 ~ '^[0-9]{3}$'::text)),
  constraint payout_methods_review_check CHECK ((review = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text]))),
  constraint payout_methods_review_reason_check CHECK ((review_reason <> ''::text)),
  constraint payout_methods_seat_check CHECK ((seat = ANY (ARRAY[1, 2])))
);
CREATE UNIQUE INDEX payout_methods_default ON public.payout_methods USING btree (user_id) WHERE is_default;
CREATE INDEX payout_methods_of_person ON public.payout_methods USING btree (user_id);
CREATE INDEX payout_methods_of_user ON public.payout_methods USING btree (user_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX payout_methods_same_account ON public.payout_methods USING btree (user_id, account_key) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX payout_methods_shared ON public.payout_methods USING btree (account_key, seat) WHERE (removed_at IS NULL);
CREATE INDEX payout_methods_to_review ON public.payout_methods USING btree (changed_at, id) WHERE ((review = 'pending'::text) AND (removed_at IS NULL));
CREATE TRIGGER payout_account_is_named AFTER INSERT OR UPDATE OF account_key, other_keys, seat, user_id, removed_at ON public.payout_methods FOR EACH ROW EXECUTE FUNCTION keep_payout_account_names();
CREATE TRIGGER payout_method_is_reviewed_by_another BEFORE INSERT OR UPDATE ON public.payout_methods FOR EACH ROW WHEN ((new.reviewed_by IS NOT NULL)) EXECUTE FUNCTION payout_method_is_reviewed_by_another();
CREATE CONSTRAINT TRIGGER payout_methods_have_a_default AFTER INSERT OR UPDATE ON public.payout_methods DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_methods_have_a_default();
grant select, insert, update (bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number, last3, account_key, seat, account_name_kana, is_default, changed_at, usable_from, flagged_reason, flagged_at, removed_at, review, reviewed_at, reviewed_by, review_reason, stopped_at, other_keys) on payout_methods to shirogane_app;

create table payout_account_names (
  payout_method_id uuid not null,
  name text not null,
  user_id uuid not null,
  seat smallint not null,
  constraint payout_account_names_pkey PRIMARY KEY (payout_method_id, name),
  constraint payout_account_names_same UNIQUE (user_id, name),
  constraint payout_account_names_shared UNIQUE (name, seat),
  constraint payout_account_names_payout_method_id_fkey FOREIGN KEY (payout_method_id) REFERENCES payout_methods(id) ON DELETE CASCADE
);
grant select on payout_account_names to shirogane_app;

create table payout_tax_numbers (
  user_id uuid not null,
  registration_no text,
  changed_at timestamp with time zone not null,
  constraint payout_tax_numbers_pkey PRIMARY KEY (user_id, changed_at),
  constraint payout_tax_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_tax_numbers_registration_no_check CHECK ((registration_no ~ '^T\d{13}$'::text))
);
CREATE TRIGGER payout_tax_numbers_stay BEFORE DELETE OR UPDATE ON public.payout_tax_numbers FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER payout_tax_numbers_stay_whole BEFORE TRUNCATE ON public.payout_tax_numbers FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select, insert on payout_tax_numbers to shirogane_app;

create table payout_batches (
  id uuid not null,
  number text not null,
  value_date date not null,
  transfers integer not null,
  total bigint not null,
  encrypted_file bytea not null,
  sha256 bytea not null,
  exported_by uuid not null,
  exported_at timestamp with time zone not null,
  constraint payout_batches_pkey PRIMARY KEY (id),
  constraint payout_batches_number_key UNIQUE (number),
  constraint payout_batches_exported_by_fkey FOREIGN KEY (exported_by) REFERENCES employees(user_id),
  constraint payout_batches_sha256_check CHECK ((length(sha256) = 32)),
  constraint payout_batches_total_check CHECK ((total > 0)),
  constraint payout_batches_transfers_check CHECK ((transfers > 0))
);
CREATE INDEX payout_batches_by_time ON public.payout_batches USING btree (exported_at DESC, id DESC);
CREATE TRIGGER payout_batches_stay BEFORE DELETE OR UPDATE ON public.payout_batches FOR EACH ROW EXECUTE FUNCTION row_stays_but_its_encryption('encrypted_file');
CREATE TRIGGER payout_batches_stay_whole BEFORE TRUNCATE ON public.payout_batches FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select, update (encrypted_file) on payout_batches to shirogane_app;

create table payouts (
  id uuid not null,
  reference bigint not null generated always as identity,
  user_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  automatic boolean not null,
  payout_method_id uuid not null,
  bank_code text not null,
  bank_name text not null,
  bank_kana text not null,
  branch_code text not null,
  branch_name text not null,
  branch_kana text not null,
  account_type text not null,
  account_tail text not null,
  encrypted_account bytea not null,
  account_key text not null,
  holder_kana text not null,
  cutoff_at timestamp with time zone not null,
  value_date date not null,
  requested_at timestamp with time zone not null,
  status text not null default 'requested'::text,
  approved_by uuid,
  approved_at timestamp with time zone,
  batch_id uuid,
  line integer,
  exported_by uuid,
  settled_at timestamp with time zone,
  settled_by uuid,
  settlement_id uuid,
  return_id uuid,
  failure text,
  recalled_at timestamp with time zone,
  recalled_by uuid,
  canceled_at timestamp with time zone,
  canceled_by uuid,
  cancel_reason text,
  withheld bigint not null default 0,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_batch_id_line_key UNIQUE (batch_id, line),
  constraint payouts_reference_key UNIQUE (reference),
  constraint payouts_return_id_key UNIQUE (return_id),
  constraint payouts_settlement_id_key UNIQUE (settlement_id),
  constraint payouts_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id),
  constraint payouts_canceled_by_fkey FOREIGN KEY (canceled_by) REFERENCES employees(user_id),
  constraint payouts_exported_by_fkey FOREIGN KEY (exported_by) REFERENCES employees(user_id),
  constraint payouts_recalled_by_fkey FOREIGN KEY (recalled_by) REFERENCES employees(user_id),
  constraint payouts_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES employees(user_id),
  constraint payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint payout_exporter_is_no_approver CHECK ((exported_by <> approved_by)),
  constraint payout_stands CHECK (
CASE status
    WHEN 'requested'::text THEN (num_nonnulls(approved_at, batch_id, settled_at, settlement_id, return_id, canceled_at) = 0)
    WHEN 'approved'::text THEN ((approved_at IS NOT NULL) AND (num_nonnulls(batch_id, settled_at, settlement_id, return_id, canceled_at) = 0))
    WHEN 'exported'::text THEN ((approved_at IS NOT NULL) AND (batch_id IS NOT NULL) AND (num_nonnulls(settled_at, settlement_id, return_id, canceled_at) = 0))
    WHEN 'paid'::text THEN ((batch_id IS NOT NULL) AND (settled_at IS NOT NULL) AND (settlement_id IS NOT NULL) AND (num_nonnulls(return_id, canceled_at) = 0))
    WHEN 'failed'::text THEN ((batch_id IS NOT NULL) AND (settled_at IS NOT NULL) AND (return_id IS NOT NULL) AND (canceled_at IS NULL))
    ELSE ((canceled_at IS NOT NULL) AND (return_id IS NOT NULL) AND (num_nonnulls(batch_id, settled_at, settlement_id) = 0))
END),
  constraint payout_withheld CHECK (((withheld >= 0) AND (((amount - fee) - withheld) > 0))),
  constraint payouts_account_tail_check CHECK ((account_tail ~ '^\d{3}$'::text)),
  constraint payouts_account_type_check CHECK ((account_type = ANY (ARRAY['ordinary'::text, 'current'::text, 'savings'::text]))),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_bank_code_check CHECK ((bank_code ~ '^\d{4}$'::text)),
  constraint payouts_branch_code_check CHECK ((branch_code ~ '^\d{3}$'::text)),
  constraint payouts_check CHECK (((fee >= 0) AND (fee < amount))),
  constraint payouts_check1 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint payouts_check2 CHECK ((num_nonnulls(batch_id, line, exported_by) = ANY (ARRAY[0, 3]))),
  constraint payouts_check3 CHECK (((settled_at IS NULL) = (settled_by IS NULL))),
  constraint payouts_check4 CHECK (((recalled_at IS NULL) = (recalled_by IS NULL))),
  constraint payouts_check5 CHECK (((recalled_at IS NULL) OR ((settlement_id IS NOT NULL) AND (status = 'failed'::text)))),
  constraint payouts_check6 CHECK (((failure IS NOT NULL) = (status = 'failed'::text))),
  constraint payouts_check7 CHECK (((canceled_by IS NULL) OR (cancel_reason IS NOT NULL))),
  constraint payouts_failure_check CHECK ((failure = ANY (ARRAY['no_account'::text, 'name_mismatch'::text, 'closed'::text, 'not_accepted'::text, 'other'::text]))),
  constraint payouts_holder_kana_check CHECK (((length(holder_kana) >= 1) AND (length(holder_kana) <= 30))),
  constraint payouts_line_check CHECK ((line > 0)),
  constraint payouts_reference_check CHECK (((reference >= 1) AND (reference <= '9999999999'::bigint))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'exported'::text, 'paid'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX payouts_by_status ON public.payouts USING btree (status, requested_at DESC, id DESC);
CREATE INDEX payouts_by_time ON public.payouts USING btree (requested_at DESC, id DESC);
CREATE INDEX payouts_of_method ON public.payouts USING btree (payout_method_id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'exported'::text]));
CREATE INDEX payouts_of_user ON public.payouts USING btree (user_id, requested_at DESC, id DESC);
CREATE UNIQUE INDEX payouts_open ON public.payouts USING btree (user_id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'exported'::text]));
CREATE INDEX payouts_settled ON public.payouts USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE CONSTRAINT TRIGGER payout_is_moved AFTER INSERT OR UPDATE ON public.payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.payout_written();
CREATE TRIGGER payout_moves_on BEFORE DELETE OR UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION payout_moves_on();
CREATE TRIGGER payouts_stay_whole BEFORE TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE OF approved_by, exported_by ON public.payouts FOR EACH ROW WHEN ((new.exported_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('approved_by', 'exported_by');
grant select, update (encrypted_account, account_key) on payouts to shirogane_app;

create table payout_results (
  batch_id uuid not null,
  sha256 bytea not null,
  paid integer not null,
  failed integer not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null,
  constraint payout_results_pkey PRIMARY KEY (batch_id, sha256),
  constraint payout_results_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id),
  constraint payout_results_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES employees(user_id),
  constraint payout_results_failed_check CHECK ((failed >= 0)),
  constraint payout_results_paid_check CHECK ((paid >= 0)),
  constraint payout_results_sha256_check CHECK ((length(sha256) = 32))
);
CREATE TRIGGER payout_results_stay BEFORE DELETE OR UPDATE ON public.payout_results FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER payout_results_stay_whole BEFORE TRUNCATE ON public.payout_results FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select on payout_results to shirogane_app;

create table payout_stops (
  id uuid not null,
  user_id uuid not null,
  payout_method_id uuid not null,
  by_letter boolean not null,
  stopped_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_note text,
  constraint payout_stops_pkey PRIMARY KEY (id),
  constraint payout_stops_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES employees(user_id),
  constraint payout_stops_payout_method_id_fkey FOREIGN KEY (payout_method_id) REFERENCES payout_methods(id),
  constraint payout_stops_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_stops_check CHECK ((num_nonnulls(lifted_at, lifted_by, lift_note) = ANY (ARRAY[0, 3]))),
  constraint payout_stops_lift_note_check CHECK ((lift_note <> ''::text))
);
CREATE INDEX payout_stops_of_user ON public.payout_stops USING btree (user_id, stopped_at DESC);
CREATE UNIQUE INDEX payout_stops_standing ON public.payout_stops USING btree (user_id) WHERE (lifted_at IS NULL);
CREATE TRIGGER payout_stop_is_lifted_once BEFORE DELETE OR UPDATE ON public.payout_stops FOR EACH ROW EXECUTE FUNCTION payout_stop_is_lifted_once();
CREATE TRIGGER payout_stops_stay_whole BEFORE TRUNCATE ON public.payout_stops FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select on payout_stops to shirogane_app;

create table payout_stop_codes (
  id uuid not null,
  user_id uuid not null,
  payout_method_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint payout_stop_codes_pkey PRIMARY KEY (id),
  constraint payout_stop_codes_code_hash_key UNIQUE (code_hash),
  constraint payout_stop_codes_payout_method_id_fkey FOREIGN KEY (payout_method_id) REFERENCES payout_methods(id),
  constraint payout_stop_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_stop_codes_check CHECK ((expires_at <= (created_at + '72:00:00'::interval))),
  constraint payout_stop_codes_code_hash_check CHECK ((length(code_hash) = 32))
);
CREATE INDEX payout_stop_codes_by_age ON public.payout_stop_codes USING btree (expires_at);
grant select, insert, update (used_at), delete on payout_stop_codes to shirogane_app;

-- apps/api/schema/money/prepaid.sql

create table prepaid_cashouts (
  id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  reason text not null,
  way text not null,
  note text not null,
  status text not null default 'requested'::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint prepaid_cashouts_pkey PRIMARY KEY (id),
  constraint prepaid_cashouts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES employees(user_id),
  constraint prepaid_cashouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES employees(user_id),
  constraint prepaid_cashouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint cashout_maker_is_no_checker CHECK (((decided_by IS NULL) OR ((decided_by = requested_by) = (status = 'withdrawn'::text)))),
  constraint prepaid_cashouts_amount_check CHECK ((amount > 0)),
  constraint prepaid_cashouts_check CHECK (((status = 'requested'::text) = (decided_by IS NULL))),
  constraint prepaid_cashouts_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint prepaid_cashouts_note_check CHECK (((length(TRIM(BOTH FROM note)) >= 1) AND (length(TRIM(BOTH FROM note)) <= 200))),
  constraint prepaid_cashouts_reason_check CHECK ((reason = ANY (ARRAY['within_quota'::text, 'relocation'::text, 'emigration'::text, 'other_hardship'::text, 'business_end'::text]))),
  constraint prepaid_cashouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'paid'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint prepaid_cashouts_way_check CHECK ((way = ANY (ARRAY['bank'::text, 'cash'::text])))
);
CREATE INDEX prepaid_cashouts_by_time ON public.prepaid_cashouts USING btree (requested_at DESC, id DESC);
CREATE INDEX prepaid_cashouts_of_user ON public.prepaid_cashouts USING btree (user_id);
CREATE UNIQUE INDEX prepaid_cashouts_waiting ON public.prepaid_cashouts USING btree (user_id) WHERE (status = 'requested'::text);
CREATE CONSTRAINT TRIGGER cashout_is_moved AFTER INSERT OR UPDATE ON public.prepaid_cashouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.cashout_matches();
CREATE TRIGGER cashout_moves_on BEFORE DELETE OR UPDATE ON public.prepaid_cashouts FOR EACH ROW EXECUTE FUNCTION cashout_moves_on();
CREATE TRIGGER prepaid_cashouts_stay_whole BEFORE TRUNCATE ON public.prepaid_cashouts FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
CREATE TRIGGER two_persons AFTER INSERT OR UPDATE OF status, decided_by ON public.prepaid_cashouts FOR EACH ROW WHEN ((new.status = 'paid'::text)) EXECUTE FUNCTION ledger.two_persons('requested_by', 'decided_by');
grant select on prepaid_cashouts to shirogane_app;

-- apps/api/schema/money/deferred.sql

create table deferred_notes (
  id uuid not null,
  customer_id uuid not null,
  store_id uuid,
  note text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint deferred_notes_pkey PRIMARY KEY (id),
  constraint deferred_notes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint deferred_notes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint deferred_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES employees(user_id),
  constraint deferred_notes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200)))
);
CREATE INDEX deferred_notes_of_customer ON public.deferred_notes USING btree (customer_id, written_at DESC);
CREATE TRIGGER deferred_notes_stay BEFORE DELETE ON public.deferred_notes FOR EACH ROW EXECUTE FUNCTION note_stays_with_person('customer_id');
grant select, insert, delete on deferred_notes to shirogane_app;

-- apps/api/schema/operation/operation.sql

create table daily_runs (
  job text not null,
  on_date date not null,
  held_until timestamp with time zone not null,
  done integer not null default 0,
  finished_at timestamp with time zone,
  constraint daily_runs_pkey PRIMARY KEY (job, on_date)
);
grant select, insert, update on daily_runs to shirogane_app;

create table job_runs (
  job text not null,
  known_since timestamp with time zone not null,
  started_at timestamp with time zone,
  duration_ms integer,
  error text,
  failures integer not null default 0,
  constraint job_runs_pkey PRIMARY KEY (job),
  constraint job_runs_check CHECK ((num_nonnulls(started_at, duration_ms) = ANY (ARRAY[0, 2]))),
  constraint job_runs_check1 CHECK (((error IS NULL) = (failures = 0))),
  constraint job_runs_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint job_runs_error_check CHECK ((error <> ''::text)),
  constraint job_runs_failures_check CHECK ((failures >= 0))
);
grant select, insert, update on job_runs to shirogane_app;

create table rate_limits (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, window_start),
  constraint rate_limits_hits_check CHECK ((hits > 0))
);
grant select, insert, update, delete on rate_limits to shirogane_app;

create table secret_keys (
  id text not null,
  is_first boolean not null default false,
  started_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  encrypted_pepper bytea,
  constraint secret_keys_pkey PRIMARY KEY (id),
  constraint secret_keys_id_check CHECK ((id ~ '^[0-9a-f]{8}$'::text))
);
CREATE UNIQUE INDEX secret_keys_first ON public.secret_keys USING btree (is_first) WHERE is_first;
grant select, insert, update on secret_keys to shirogane_app;

create table sandbox_objects (
  id text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint sandbox_objects_pkey PRIMARY KEY (id),
  constraint sandbox_objects_id_check CHECK ((id ~ '^(tok|cus|car|ch|evnt)_[0-9a-z]{8,40}$'::text))
);
CREATE INDEX sandbox_objects_of_customer ON public.sandbox_objects USING btree (((data ->> 'customer'::text))) WHERE (data ? 'customer'::text);
grant select, insert, update, delete on sandbox_objects to shirogane_app;

create table book_checks (
  id uuid not null,
  checked_at timestamp with time zone not null,
  findings integer not null,
  constraint book_checks_pkey PRIMARY KEY (id),
  constraint book_checks_findings_check CHECK ((findings >= 0))
);
CREATE INDEX book_checks_by_time ON public.book_checks USING btree (checked_at DESC, id DESC);
CREATE INDEX book_checks_wrong ON public.book_checks USING btree (checked_at DESC, id DESC) WHERE (findings > 0);
CREATE TRIGGER book_checks_stay BEFORE DELETE OR UPDATE ON public.book_checks FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER book_checks_stay_whole BEFORE TRUNCATE ON public.book_checks FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select on book_checks to shirogane_app;

create table book_findings (
  check_id uuid not null,
  line integer not null,
  rule text not null,
  subject text not null,
  expected text not null,
  found text not null,
  constraint book_findings_pkey PRIMARY KEY (check_id, line),
  constraint book_findings_check_id_fkey FOREIGN KEY (check_id) REFERENCES book_checks(id),
  constraint book_findings_line_check CHECK ((line > 0))
);
CREATE TRIGGER book_findings_stay BEFORE DELETE OR UPDATE ON public.book_findings FOR EACH ROW EXECUTE FUNCTION row_stays();
CREATE TRIGGER book_findings_stay_whole BEFORE TRUNCATE ON public.book_findings FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select on book_findings to shirogane_app;

create table payout_freezes (
  check_id uuid not null,
  frozen_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_note text,
  constraint payout_freezes_pkey PRIMARY KEY (check_id),
  constraint payout_freezes_check_id_fkey FOREIGN KEY (check_id) REFERENCES book_checks(id),
  constraint payout_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES employees(user_id),
  constraint payout_freezes_check CHECK ((num_nonnulls(lifted_at, lifted_by, lift_note) = ANY (ARRAY[0, 3]))),
  constraint payout_freezes_lift_note_check CHECK ((lift_note <> ''::text))
);
CREATE UNIQUE INDEX payout_freezes_standing ON public.payout_freezes USING btree ((true)) WHERE (lifted_at IS NULL);
CREATE TRIGGER payout_freeze_is_lifted_once BEFORE DELETE OR UPDATE ON public.payout_freezes FOR EACH ROW EXECUTE FUNCTION payout_freeze_is_lifted_once();
CREATE TRIGGER payout_freezes_stay_whole BEFORE TRUNCATE ON public.payout_freezes FOR EACH STATEMENT EXECUTE FUNCTION row_stays();
grant select on payout_freezes to shirogane_app;

-- packages/ledger/schema/accounts.sql

create table ledger.accounts (
  kind ledger.account not null,
  asset text not null,
  holder text not null,
  meaning text not null,
  constraint accounts_pkey PRIMARY KEY (kind),
  constraint accounts_check CHECK ((asset =
CASE
    WHEN (kind < 'point_regular'::ledger.account) THEN 'JPY'::text
    ELSE 'POINT'::text
END)),
  constraint accounts_holder_check CHECK ((holder = ANY (ARRAY['customer'::text, 'store'::text])))
);
grant select on ledger.accounts to shirogane_app;

create table ledger.ways (
  kind text not null,
  debit ledger.account not null,
  credit ledger.account not null,
  constraint ways_pkey PRIMARY KEY (kind, debit, credit),
  constraint ways_credit_fkey FOREIGN KEY (credit) REFERENCES ledger.accounts(kind),
  constraint ways_debit_fkey FOREIGN KEY (debit) REFERENCES ledger.accounts(kind)
);
grant select on ledger.ways to shirogane_app;

-- packages/ledger/schema/wallets.sql

create table ledger.wallets (
  user_id uuid not null,
  balance_paid bigint not null default 0,
  balance_bonus bigint not null default 0,
  point_regular bigint not null default 0,
  point_limited bigint not null default 0,
  point_regular_expires_on date,
  balance_spent_on date,
  balance_spent bigint not null default 0,
  balance_spent_ceiling bigint not null default 200000,
  level_index smallint not null default 0,
  level_year smallint not null,
  level_accumulation bigint not null default 0,
  level_carried smallint not null default 0,
  point_debt bigint not null default 0,
  receivable bigint not null default 0,
  deferred_limit bigint not null default 0,
  inviter_id uuid,
  reward_confirmed bigint not null default 0,
  reward bigint not null default 0,
  payout_hold bigint not null default 0,
  cash_on date not null default '-infinity'::date,
  cash_in bigint not null default 0,
  cash_in_before bigint not null default 0,
  level_last_sum bigint,
  level_last_rank smallint,
  level_last_refunded boolean not null default false,
  level_given smallint,
  level_given_until date,
  constraint wallets_pkey PRIMARY KEY (user_id),
  constraint wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint wallets_cash_in_before_check CHECK ((cash_in_before >= 0)),
  constraint wallets_cash_in_check CHECK ((cash_in >= 0)),
  constraint wallets_check CHECK (((balance_spent >= 0) AND (balance_spent <= balance_spent_ceiling))),
  constraint wallets_level_last_sum_check CHECK ((level_last_sum >= 0)),
  constraint wallets_not_negative CHECK ((LEAST(balance_paid, balance_bonus, point_regular, point_limited, point_debt, receivable, reward, payout_hold, level_accumulation, deferred_limit, balance_spent_ceiling) >= 0))
);
CREATE CONSTRAINT TRIGGER wallet_matches_debts AFTER UPDATE OF receivable ON ledger.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.receivable IS DISTINCT FROM new.receivable)) EXECUTE FUNCTION ledger.debts_match();
CREATE CONSTRAINT TRIGGER wallet_matches_lots AFTER UPDATE OF point_limited ON ledger.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.point_limited IS DISTINCT FROM new.point_limited)) EXECUTE FUNCTION ledger.lots_match();
CREATE CONSTRAINT TRIGGER wallet_matches_rewards AFTER UPDATE OF reward_confirmed ON ledger.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.reward_confirmed IS DISTINCT FROM new.reward_confirmed)) EXECUTE FUNCTION ledger.rewards_match();
CREATE TRIGGER wallets_begin_empty BEFORE INSERT ON ledger.wallets FOR EACH ROW EXECUTE FUNCTION ledger.wallet_moved();
CREATE TRIGGER wallets_begin_without_a_limit BEFORE INSERT ON ledger.wallets FOR EACH ROW EXECUTE FUNCTION ledger.limit_granted();
CREATE TRIGGER wallets_cash_is_known AFTER UPDATE OF cash_in, cash_in_before ON ledger.wallets FOR EACH ROW WHEN (((new.cash_in > 2000000) OR (new.cash_in_before > 2000000))) EXECUTE FUNCTION ledger.cash_is_known();
CREATE TRIGGER wallets_hold_given_levels BEFORE UPDATE OF level_given, level_given_until ON ledger.wallets FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER wallets_keep_their_owner BEFORE UPDATE OF user_id ON ledger.wallets FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER wallets_limit_is_granted BEFORE UPDATE OF deferred_limit ON ledger.wallets FOR EACH ROW WHEN ((old.deferred_limit IS DISTINCT FROM new.deferred_limit)) EXECUTE FUNCTION ledger.limit_granted();
CREATE TRIGGER wallets_move_by_transfers BEFORE UPDATE OF balance_paid, balance_bonus, point_regular, point_limited, point_debt, receivable, reward_confirmed, reward, payout_hold, cash_on, cash_in, cash_in_before ON ledger.wallets FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION ledger.wallet_moved();
CREATE TRIGGER wallets_owe_within_limits BEFORE UPDATE OF receivable ON ledger.wallets FOR EACH ROW WHEN ((new.receivable > old.receivable)) EXECUTE FUNCTION ledger.debt_grows();
CREATE TRIGGER wallets_remain BEFORE TRUNCATE ON ledger.wallets FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER wallets_stay BEFORE DELETE ON ledger.wallets FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.wallets to shirogane_app;

-- packages/ledger/schema/lots.sql

create table ledger.point_lots (
  id uuid not null,
  user_id uuid not null,
  granted bigint not null,
  remaining bigint not null,
  expires_at timestamp with time zone not null,
  transaction_id uuid not null,
  constraint point_lots_pkey PRIMARY KEY (id),
  constraint point_lots_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint point_lots_check CHECK (((remaining >= 0) AND (remaining <= granted))),
  constraint point_lots_granted_check CHECK ((granted > 0))
);
CREATE INDEX point_lots_open ON ledger.point_lots USING btree (user_id, expires_at, id) WHERE (remaining > 0);
CREATE CONSTRAINT TRIGGER lots_match_wallet AFTER UPDATE ON ledger.point_lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.remaining > 0) OR (new.remaining = old.remaining))) EXECUTE FUNCTION ledger.lots_match();
CREATE CONSTRAINT TRIGGER new_lots_match_wallet AFTER INSERT ON ledger.point_lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.remaining > 0)) EXECUTE FUNCTION ledger.lots_match();
CREATE TRIGGER point_lots_are_fixed BEFORE UPDATE OF id, user_id, granted, expires_at, transaction_id ON ledger.point_lots FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER point_lots_remain BEFORE TRUNCATE ON ledger.point_lots FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER point_lots_stay BEFORE DELETE ON ledger.point_lots FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER point_lots_used AFTER UPDATE ON ledger.point_lots REFERENCING OLD TABLE AS before_use NEW TABLE AS after_use FOR EACH STATEMENT EXECUTE FUNCTION ledger.lots_used();
grant select on ledger.point_lots to shirogane_app;

create table ledger.bonus_lots (
  id uuid not null,
  user_id uuid not null,
  granted bigint not null,
  remaining bigint not null,
  expires_at timestamp with time zone not null,
  transaction_id uuid not null,
  constraint bonus_lots_pkey PRIMARY KEY (id),
  constraint bonus_lots_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint bonus_lots_check CHECK (((remaining >= 0) AND (remaining <= granted))),
  constraint bonus_lots_granted_check CHECK ((granted > 0))
);
CREATE INDEX bonus_lots_of_movement ON ledger.bonus_lots USING btree (transaction_id);
CREATE INDEX bonus_lots_open ON ledger.bonus_lots USING btree (user_id, expires_at, id) WHERE (remaining > 0);
CREATE TRIGGER bonus_lots_are_fixed BEFORE UPDATE OF id, user_id, granted, expires_at, transaction_id ON ledger.bonus_lots FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE CONSTRAINT TRIGGER bonus_lots_match_wallet AFTER INSERT OR UPDATE ON ledger.bonus_lots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.bonus_lots_match();
CREATE TRIGGER bonus_lots_move_by_transfers BEFORE INSERT OR UPDATE ON ledger.bonus_lots FOR EACH ROW EXECUTE FUNCTION ledger.bonus_lot_moved();
CREATE TRIGGER bonus_lots_remain BEFORE TRUNCATE ON ledger.bonus_lots FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER bonus_lots_stay BEFORE DELETE ON ledger.bonus_lots FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.bonus_lots to shirogane_app;

create table ledger.bonus_lot_moves (
  transaction_id uuid not null,
  lot_id uuid not null,
  amount bigint not null,
  constraint bonus_lot_moves_pkey PRIMARY KEY (transaction_id, lot_id),
  constraint bonus_lot_moves_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES ledger.bonus_lots(id),
  constraint bonus_lot_moves_amount_check CHECK ((amount <> 0))
);
CREATE INDEX bonus_lot_moves_of_lot ON ledger.bonus_lot_moves USING btree (lot_id);
CREATE TRIGGER bonus_lot_moves_are_final BEFORE DELETE OR UPDATE ON ledger.bonus_lot_moves FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER bonus_lot_moves_by_transfers BEFORE INSERT ON ledger.bonus_lot_moves FOR EACH ROW EXECUTE FUNCTION ledger.bonus_lot_move_written();
CREATE TRIGGER bonus_lot_moves_stay BEFORE TRUNCATE ON ledger.bonus_lot_moves FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.bonus_lot_moves to shirogane_app;

-- packages/ledger/schema/movements.sql

create table ledger.movements (
  id uuid not null,
  number text not null,
  kind text not null,
  customer_id uuid,
  store_id uuid,
  register_id uuid,
  employee_id uuid,
  pay_code_id uuid,
  related_id uuid,
  business_date date not null,
  spent_total bigint not null default 0,
  tender_balance_paid bigint not null default 0,
  tender_balance_bonus bigint not null default 0,
  tender_point_regular bigint not null default 0,
  tender_point_limited bigint not null default 0,
  tender_cash bigint not null default 0,
  tender_card bigint not null default 0,
  tender_later bigint not null default 0,
  cash_tendered bigint,
  received_paid bigint not null default 0,
  received_bonus bigint not null default 0,
  received_point_regular bigint not null default 0,
  received_point_limited bigint not null default 0,
  earn_base bigint not null default 0,
  rate_bp integer not null default 0,
  level_before smallint,
  level_after smallint,
  level_accumulation_after bigint,
  balance_paid_after bigint,
  balance_bonus_after bigint,
  point_regular_after bigint,
  point_limited_after bigint,
  tax jsonb not null default '[]'::jsonb,
  message jsonb,
  note text,
  opened_at timestamp with time zone not null,
  completed_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  reason text,
  approved_by uuid,
  points_owed bigint,
  point_debt_repaid bigint,
  point_debt_after bigint,
  lots jsonb,
  receivable_after bigint,
  step text,
  constraint movements_pkey PRIMARY KEY (id),
  constraint movements_number_key UNIQUE (number),
  constraint movements_add_up CHECK (ledger.movement_fits(movements.*)),
  constraint movements_check CHECK ((cash_tendered >= tender_cash))
);
CREATE INDEX movements_by_xid ON ledger.movements USING btree (xid);
CREATE INDEX movements_cash_by_day ON ledger.movements USING btree (business_date, customer_id) WHERE ((kind = 'payment'::text) AND (tender_cash >= 100000));
CREATE INDEX movements_of_customer ON ledger.movements USING btree (customer_id, completed_at DESC, id DESC);
CREATE INDEX movements_of_debts ON ledger.movements USING btree (store_id, completed_at) WHERE ((kind = 'later_payment'::text) OR (tender_later > 0));
CREATE INDEX movements_of_employee ON ledger.movements USING btree (employee_id, completed_at DESC, id DESC) WHERE (employee_id IS NOT NULL);
CREATE INDEX movements_of_members ON ledger.movements USING btree (store_id, customer_id) WHERE ((kind = 'payment'::text) AND (customer_id IS NOT NULL));
CREATE INDEX movements_of_store ON ledger.movements USING btree (store_id, completed_at DESC, id DESC);
CREATE UNIQUE INDEX movements_pay_code ON ledger.movements USING btree (pay_code_id) WHERE (pay_code_id IS NOT NULL);
CREATE INDEX movements_related ON ledger.movements USING btree (related_id) WHERE (related_id IS NOT NULL);
CREATE UNIQUE INDEX movements_taken_back_once ON ledger.movements USING btree (related_id) WHERE ((kind = 'adjustment'::text) AND (related_id IS NOT NULL) AND (step IS NULL) AND (customer_id IS NOT NULL));
CREATE INDEX movements_that_lift ON ledger.movements USING btree (customer_id, completed_at DESC) WHERE (level_after > level_before);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.movements FOR EACH ROW WHEN (((new.kind <> 'payment'::text) AND (new.employee_id IS NOT NULL))) EXECUTE FUNCTION ledger.act_is_on_record('money.*', 'employee_id', 'completed_at', 'id', 'customer_id', 'number', 'spent_total', 'tender_cash', 'tender_card', 'received_paid', 'received_bonus', 'received_point_regular', 'received_point_limited', 'approved_by');
CREATE TRIGGER approval_of_another AFTER INSERT ON ledger.movements FOR EACH ROW WHEN (((new.approved_by IS NOT NULL) AND (new.customer_id IS NOT NULL))) EXECUTE FUNCTION ledger.approval_of_another('customer_id', 'approved_by');
CREATE CONSTRAINT TRIGGER large_payments_are_agreed AFTER INSERT ON ledger.movements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'payment'::text) AND (((((new.tender_balance_paid + new.tender_balance_bonus) + new.tender_point_regular) + new.tender_point_limited) + new.tender_later) > 1000))) EXECUTE FUNCTION ledger.large_payment_agreed();
CREATE CONSTRAINT TRIGGER movement_complete AFTER INSERT ON ledger.movements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind <> 'payment'::text) OR (new.tender_later > 0))) EXECUTE FUNCTION ledger.movement_complete();
CREATE TRIGGER movements_are_final BEFORE DELETE OR UPDATE ON ledger.movements FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER movements_posted AFTER INSERT ON ledger.movements REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.movements_posted();
CREATE TRIGGER movements_stay BEFORE TRUNCATE ON ledger.movements FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.movements FOR EACH ROW WHEN ((new.approved_by <> new.employee_id)) EXECUTE FUNCTION ledger.two_persons('employee_id', 'approved_by');
grant select on ledger.movements to shirogane_app;

create table ledger.transaction_lines (
  transaction_id uuid not null,
  line smallint not null,
  sku_id uuid,
  sku text,
  name text not null,
  quantity integer not null,
  unit_price bigint not null,
  discount bigint not null default 0,
  subtotal bigint not null,
  tax_rate_bp integer not null,
  share_points bigint not null,
  share_balance bigint not null,
  share_cash bigint not null,
  share_card bigint not null,
  share_later bigint not null,
  amount_only boolean,
  detail jsonb,
  restock text,
  constraint transaction_lines_pkey PRIMARY KEY (transaction_id, line),
  constraint transaction_lines_check CHECK (((subtotal >= 0) AND (subtotal = ((unit_price * quantity) - discount)))),
  constraint transaction_lines_check1 CHECK ((subtotal = ((((share_points + share_balance) + share_cash) + share_card) + share_later))),
  constraint transaction_lines_discounts CHECK (((detail IS NULL) OR (discount = ledger.discount_sum(detail)))),
  constraint transaction_lines_line_check CHECK ((line > 0)),
  constraint transaction_lines_not_negative CHECK ((LEAST(discount, (tax_rate_bp)::bigint, share_points, share_balance, share_cash, share_card, share_later) >= 0)),
  constraint transaction_lines_quantity_check CHECK ((quantity > 0)),
  constraint transaction_lines_restock_check CHECK ((restock = ANY (ARRAY['resale'::text, 'damaged'::text, 'hold'::text]))),
  constraint transaction_lines_unit_price_check CHECK ((unit_price > 0))
);
CREATE INDEX transaction_lines_of_sku ON ledger.transaction_lines USING btree (sku_id, transaction_id DESC) WHERE (sku_id IS NOT NULL);
CREATE TRIGGER lines_move_stock AFTER INSERT ON ledger.transaction_lines REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.lines_move_stock();
CREATE TRIGGER lines_posted AFTER INSERT ON ledger.transaction_lines REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.lines_posted();
CREATE TRIGGER transaction_lines_are_final BEFORE DELETE OR UPDATE ON ledger.transaction_lines FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transaction_lines_stay BEFORE TRUNCATE ON ledger.transaction_lines FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.transaction_lines to shirogane_app;

create table ledger.transfers (
  transaction_id uuid not null,
  line smallint not null,
  code text not null,
  debit_kind ledger.account not null,
  debit_holder uuid not null,
  credit_kind ledger.account not null,
  credit_holder uuid not null,
  amount bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint transfers_pkey PRIMARY KEY (transaction_id, line),
  constraint transfers_amount_check CHECK ((amount > 0)),
  constraint transfers_check CHECK (((debit_kind < 'point_regular'::ledger.account) = (credit_kind < 'point_regular'::ledger.account))),
  constraint transfers_check1 CHECK (((debit_kind <> credit_kind) OR (debit_holder <> credit_holder))),
  constraint transfers_line_check CHECK ((line > 0))
);
CREATE CONSTRAINT TRIGGER accrual_is_written AFTER INSERT ON ledger.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.credit_kind = 'reward_pending'::ledger.account)) EXECUTE FUNCTION ledger.accrual_written();
CREATE TRIGGER transfers_are_final BEFORE DELETE OR UPDATE ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_posted AFTER INSERT ON ledger.transfers REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.transfers_posted();
CREATE TRIGGER transfers_stay BEFORE TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.transfers to shirogane_app;

-- packages/ledger/schema/refunds.sql

create table ledger.refunds (
  movement_id uuid not null,
  sale_id uuid not null,
  kind text not null,
  back_points bigint not null,
  back_paid bigint not null,
  back_bonus bigint not null,
  back_cash bigint not null,
  back_card bigint not null,
  back_later bigint,
  points_reclaimed bigint not null,
  points_lapsed bigint not null,
  points_deducted bigint not null,
  issued_paid bigint,
  total bigint not null generated always as ((((((back_points + back_paid) + back_bonus) + back_cash) + back_card) + COALESCE(back_later, (0)::bigint))) stored,
  constraint refunds_pkey PRIMARY KEY (movement_id),
  constraint refunds_back_bonus_check CHECK ((back_bonus >= 0)),
  constraint refunds_back_card_check CHECK ((back_card >= 0)),
  constraint refunds_back_cash_check CHECK ((back_cash >= 0)),
  constraint refunds_back_later_check CHECK ((back_later >= 0)),
  constraint refunds_back_paid_check CHECK ((back_paid >= 0)),
  constraint refunds_back_points_check CHECK ((back_points >= 0)),
  constraint refunds_check CHECK (((issued_paid IS NULL) OR ((issued_paid > 0) AND (kind = 'refund'::text)))),
  constraint refunds_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'void'::text]))),
  constraint refunds_points_deducted_check CHECK ((points_deducted >= 0)),
  constraint refunds_points_lapsed_check CHECK ((points_lapsed >= 0)),
  constraint refunds_points_reclaimed_check CHECK ((points_reclaimed >= 0))
);
CREATE INDEX refunds_of_sale ON ledger.refunds USING btree (sale_id);
CREATE UNIQUE INDEX refunds_voided_once ON ledger.refunds USING btree (sale_id) WHERE (kind = 'void'::text);
CREATE TRIGGER refund_written AFTER INSERT ON ledger.refunds FOR EACH ROW EXECUTE FUNCTION ledger.refund_written();
CREATE TRIGGER refunds_are_final BEFORE DELETE OR UPDATE ON ledger.refunds FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refunds_stay BEFORE TRUNCATE ON ledger.refunds FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.refunds to shirogane_app;

-- packages/ledger/schema/corrections.sql

create table ledger.corrections (
  id uuid not null,
  transaction_id uuid not null,
  revision smallint not null,
  cash_before bigint not null,
  cash_after bigint not null,
  card_before bigint not null,
  card_after bigint not null,
  employee_before uuid not null,
  employee_after uuid not null,
  note_before text,
  note_after text,
  reason text not null,
  corrected_by uuid not null,
  approved_by uuid,
  movement_id uuid,
  corrected_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint corrections_pkey PRIMARY KEY (id),
  constraint corrections_movement_id_key UNIQUE (movement_id),
  constraint corrections_transaction_id_revision_key UNIQUE (transaction_id, revision),
  constraint corrections_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint corrections_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES employees(user_id),
  constraint corrections_employee_after_fkey FOREIGN KEY (employee_after) REFERENCES employees(user_id),
  constraint corrections_card_after_check CHECK ((card_after >= 0)),
  constraint corrections_card_before_check CHECK ((card_before >= 0)),
  constraint corrections_cash_after_check CHECK ((cash_after >= 0)),
  constraint corrections_cash_before_check CHECK ((cash_before >= 0)),
  constraint corrections_check CHECK (((cash_before + card_before) = (cash_after + card_after))),
  constraint corrections_check1 CHECK (((movement_id IS NULL) = (cash_before = cash_after))),
  constraint corrections_check2 CHECK ((approved_by IS DISTINCT FROM corrected_by)),
  constraint corrections_check3 CHECK (((cash_before <> cash_after) OR (employee_before <> employee_after) OR (note_before IS DISTINCT FROM note_after))),
  constraint corrections_revision_check CHECK ((revision > 0))
);
CREATE INDEX corrections_by_xid ON ledger.corrections USING btree (xid);
CREATE INDEX corrections_of_employee ON ledger.corrections USING btree (employee_after);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.corrections FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('sale.corrected', 'corrected_by', 'corrected_at', 'transaction_id', '', 'cash_before=cash_after', 'card_before=card_after', 'employee_before=employee_after', 'note_before=note_after', 'approved_by');
CREATE TRIGGER cash_is_corrected AFTER INSERT ON ledger.corrections FOR EACH ROW WHEN ((new.cash_after > new.cash_before)) EXECUTE FUNCTION ledger.cash_is_corrected();
CREATE TRIGGER correction_written BEFORE INSERT ON ledger.corrections FOR EACH ROW EXECUTE FUNCTION ledger.correction_written();
CREATE TRIGGER corrections_are_final BEFORE DELETE OR UPDATE ON ledger.corrections FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER corrections_stay BEFORE TRUNCATE ON ledger.corrections FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.corrections FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('corrected_by', 'approved_by');
grant select on ledger.corrections to shirogane_app;

-- packages/ledger/schema/transactions.sql

create table ledger.sale_details (
  sale_id uuid not null,
  sale jsonb,
  level_bought smallint,
  constraint sale_details_pkey PRIMARY KEY (sale_id),
  constraint sale_details_check CHECK ((num_nonnulls(sale, level_bought) > 0))
);
CREATE TRIGGER detail_comes_first BEFORE INSERT ON ledger.sale_details FOR EACH ROW EXECUTE FUNCTION ledger.detail_written();
CREATE CONSTRAINT TRIGGER detail_written AFTER INSERT ON ledger.sale_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.detail_written();
CREATE TRIGGER sale_details_are_final BEFORE DELETE OR UPDATE ON ledger.sale_details FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER sale_details_stay BEFORE TRUNCATE ON ledger.sale_details FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.sale_details to shirogane_app;

-- packages/ledger/schema/points.sql

create table ledger.point_reasons (
  transaction_id uuid not null,
  part smallint not null,
  customer_id uuid not null,
  campaign_id uuid,
  rule text not null,
  label text not null,
  base bigint not null,
  rate_bp integer,
  uncut_points bigint not null,
  points bigint not null,
  cut_by text,
  account ledger.account not null,
  expires_at timestamp with time zone,
  reverses uuid,
  xid xid8 not null default pg_current_xact_id(),
  constraint point_reasons_pkey PRIMARY KEY (transaction_id, part),
  constraint point_reasons_account_check CHECK ((account = ANY (ARRAY['point_regular'::ledger.account, 'point_limited'::ledger.account]))),
  constraint point_reasons_base_check CHECK ((base >= 0)),
  constraint point_reasons_check CHECK (((rule = 'level'::text) = (campaign_id IS NULL))),
  constraint point_reasons_check1 CHECK (((points < 0) = (reverses IS NOT NULL))),
  constraint point_reasons_check2 CHECK (((expires_at IS NOT NULL) = ((account = 'point_limited'::ledger.account) AND (reverses IS NULL)))),
  constraint point_reasons_check3 CHECK (((reverses IS NOT NULL) OR ((rule <> 'level'::text) AND (points <= uncut_points) AND ((points < uncut_points) = (cut_by IS NOT NULL))))),
  constraint point_reasons_cut_by_check CHECK ((cut_by = ANY (ARRAY['transaction'::text, 'member'::text, 'budget'::text]))),
  constraint point_reasons_part_check CHECK ((part > 0)),
  constraint point_reasons_points_check CHECK ((points <> 0)),
  constraint point_reasons_rule_check CHECK ((rule = ANY (ARRAY['level'::text, 'rate_add'::text, 'multiplier'::text, 'fixed_point'::text])))
);
CREATE INDEX point_reasons_of_member ON ledger.point_reasons USING btree (campaign_id, customer_id) INCLUDE (points) WHERE (campaign_id IS NOT NULL);
CREATE INDEX point_reasons_reversed ON ledger.point_reasons USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE TRIGGER point_reasons_are_final BEFORE DELETE OR UPDATE ON ledger.point_reasons FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER point_reasons_stay BEFORE TRUNCATE ON ledger.point_reasons FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER reasons_posted AFTER INSERT ON ledger.point_reasons REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.reasons_posted();
grant select on ledger.point_reasons to shirogane_app;

create table ledger.campaign_grants (
  user_id uuid not null,
  campaign text not null,
  period text not null default ''::text,
  transaction_id uuid not null,
  granted_at timestamp with time zone not null,
  sale_id uuid,
  constraint campaign_grants_pkey PRIMARY KEY (user_id, campaign, period),
  constraint campaign_grants_transaction_id_key UNIQUE (transaction_id),
  constraint campaign_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint campaign_grants_campaign_check CHECK ((campaign ~ '^[a-z][a-z_]{2,39}$'::text))
);
CREATE INDEX campaign_grants_of_sale ON ledger.campaign_grants USING btree (sale_id) WHERE (sale_id IS NOT NULL);
CREATE TRIGGER campaign_grants_are_final BEFORE DELETE OR UPDATE ON ledger.campaign_grants FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER campaign_grants_remain BEFORE TRUNCATE ON ledger.campaign_grants FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.campaign_grants to shirogane_app;

create table ledger.register_grants (
  transaction_id uuid not null,
  customer_id uuid not null,
  giver_transaction_id uuid,
  giver_id uuid,
  store_id uuid not null,
  employee_id uuid not null,
  approved_by uuid,
  points bigint not null,
  business_date date not null,
  granted_at timestamp with time zone not null,
  constraint register_grants_pkey PRIMARY KEY (transaction_id),
  constraint register_grants_giver_transaction_id_key UNIQUE (giver_transaction_id),
  constraint register_grants_check CHECK (((giver_id IS NULL) = (giver_transaction_id IS NULL))),
  constraint register_grants_check1 CHECK ((giver_id <> customer_id)),
  constraint register_grants_check2 CHECK ((approved_by <> employee_id)),
  constraint register_grants_points_check CHECK (((points >= 1) AND (points <= 999999999)))
);
CREATE INDEX register_grants_of_day ON ledger.register_grants USING btree (employee_id, business_date) INCLUDE (points, transaction_id);
CREATE TRIGGER register_grants_are_final BEFORE DELETE OR UPDATE ON ledger.register_grants FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER register_grants_remain BEFORE TRUNCATE ON ledger.register_grants FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.register_grants to shirogane_app;

-- packages/ledger/schema/levels.sql

create table ledger.level_changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  at timestamp with time zone not null,
  reason text not null,
  year smallint not null,
  level_before smallint not null,
  level_after smallint not null,
  accumulation bigint not null,
  notified_at timestamp with time zone,
  constraint level_changes_pkey PRIMARY KEY (id),
  constraint level_changes_accumulation_check CHECK ((accumulation >= 0)),
  constraint level_changes_check CHECK ((level_after <> level_before)),
  constraint level_changes_reason_check CHECK ((reason = ANY (ARRAY['year'::text, 'refund'::text, 'given'::text, 'ended'::text])))
);
CREATE INDEX level_changes_of_member ON ledger.level_changes USING btree (user_id, at DESC);
CREATE UNIQUE INDEX level_changes_once_a_year ON ledger.level_changes USING btree (user_id, year) WHERE (reason = 'year'::text);
CREATE INDEX level_changes_unnotified ON ledger.level_changes USING btree (at) WHERE (notified_at IS NULL);
CREATE TRIGGER level_changes_are_final BEFORE UPDATE OF id, user_id, at, reason, year, level_before, level_after, accumulation ON ledger.level_changes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER level_changes_remain BEFORE TRUNCATE ON ledger.level_changes FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER level_changes_stay BEFORE DELETE ON ledger.level_changes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.level_changes to shirogane_app;

create table ledger.given_levels (
  id uuid not null,
  user_id uuid not null,
  level_index smallint not null,
  rank text not null,
  until date not null,
  reason text not null,
  given_by uuid not null,
  approved_by uuid not null,
  given_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  end_reason text,
  constraint given_levels_pkey PRIMARY KEY (id),
  constraint given_levels_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint given_levels_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES employees(user_id),
  constraint given_levels_given_by_fkey FOREIGN KEY (given_by) REFERENCES employees(user_id),
  constraint given_levels_level_index_fkey FOREIGN KEY (level_index) REFERENCES levels(level_index),
  constraint given_levels_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint given_levels_by_two CHECK ((given_by <> approved_by)),
  constraint given_levels_end_as_a_whole CHECK ((((ended_by IS NULL) = (end_reason IS NULL)) AND ((ended_by IS NULL) OR (ended_at IS NOT NULL)))),
  constraint given_levels_end_reason_check CHECK (((char_length(end_reason) >= 1) AND (char_length(end_reason) <= 200))),
  constraint given_levels_last CHECK (((until >= ((given_at AT TIME ZONE 'Asia/Tokyo'::text))::date) AND (until <= make_date(((EXTRACT(year FROM (given_at AT TIME ZONE 'Asia/Tokyo'::text)))::integer + 1), 12, 31)))),
  constraint given_levels_level_index_check CHECK ((level_index > 0)),
  constraint given_levels_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 200)))
);
CREATE INDEX given_levels_of_member ON ledger.given_levels USING btree (user_id, given_at DESC);
CREATE UNIQUE INDEX given_levels_run ON ledger.given_levels USING btree (user_id) WHERE (ended_at IS NULL);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('member.rank_given', 'given_by', 'given_at', 'user_id', 'user_id', 'rank', 'until', 'approved_by');
CREATE TRIGGER end_on_record AFTER UPDATE ON ledger.given_levels FOR EACH ROW WHEN ((new.ended_by IS NOT NULL)) EXECUTE FUNCTION ledger.act_is_on_record('member.rank_ended', 'ended_by', 'ended_at', 'user_id', 'user_id', 'rank', 'until', 'end_reason');
CREATE TRIGGER given_level_ends_once BEFORE UPDATE ON ledger.given_levels FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER given_levels_are_fixed BEFORE UPDATE OF id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER given_levels_remain BEFORE TRUNCATE ON ledger.given_levels FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER given_levels_stay BEFORE DELETE ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER level_given AFTER INSERT OR UPDATE ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.level_given();
CREATE TRIGGER level_is_given_rightly BEFORE INSERT ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.level_is_given_rightly();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.given_levels FOR EACH ROW EXECUTE FUNCTION ledger.two_persons('given_by', 'approved_by');
grant select on ledger.given_levels to shirogane_app;

-- packages/ledger/schema/pay-codes.sql

create table ledger.pay_codes (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  code_hash bytea not null,
  state text not null default 'live'::text,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  transaction_id uuid,
  constraint pay_codes_pkey PRIMARY KEY (id),
  constraint pay_codes_code_hash_key UNIQUE (code_hash),
  constraint pay_codes_token_hash_key UNIQUE (token_hash),
  constraint pay_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  constraint pay_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES ledger.wallets(user_id),
  constraint pay_codes_check CHECK (((expires_at > issued_at) AND (expires_at <= (issued_at + '00:05:00'::interval)))),
  constraint pay_codes_check1 CHECK (((state = 'spent'::text) = (transaction_id IS NOT NULL))),
  constraint pay_codes_check2 CHECK (((state <> 'claimed'::text) OR ((claimed_by IS NOT NULL) AND (claimed_until IS NOT NULL)))),
  constraint pay_codes_state_check CHECK ((state = ANY (ARRAY['live'::text, 'claimed'::text, 'spent'::text, 'void'::text])))
);
CREATE INDEX pay_codes_of_user ON ledger.pay_codes USING btree (user_id, expires_at);
CREATE TRIGGER pay_codes_begin_live BEFORE INSERT ON ledger.pay_codes FOR EACH ROW WHEN ((new.state <> 'live'::text)) EXECUTE FUNCTION ledger.pay_code_changed();
CREATE TRIGGER pay_codes_end_once BEFORE UPDATE ON ledger.pay_codes FOR EACH ROW EXECUTE FUNCTION ledger.pay_code_changed();
CREATE TRIGGER pay_codes_remain BEFORE TRUNCATE ON ledger.pay_codes FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.pay_codes to shirogane_app;

create table ledger.checkouts (
  id uuid not null,
  store_id uuid not null,
  register_id uuid not null,
  employee_id uuid not null,
  customer_id uuid not null,
  pay_code_id uuid not null,
  status text not null default 'open'::text,
  items jsonb not null default '[]'::jsonb,
  note text,
  opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  discount jsonb,
  confirmation_id uuid,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_confirmation_id_fkey FOREIGN KEY (confirmation_id) REFERENCES ledger.confirmations(id),
  constraint checkouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint checkouts_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint checkouts_pay_code_id_fkey FOREIGN KEY (pay_code_id) REFERENCES ledger.pay_codes(id),
  constraint checkouts_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint checkouts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'saved'::text, 'cancelled'::text, 'settled'::text])))
);
CREATE UNIQUE INDEX checkouts_of_code ON ledger.checkouts USING btree (pay_code_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX checkouts_of_register ON ledger.checkouts USING btree (register_id) WHERE (status = 'open'::text);
CREATE INDEX checkouts_of_store ON ledger.checkouts USING btree (store_id, updated_at DESC) WHERE (status = ANY (ARRAY['open'::text, 'saved'::text]));
CREATE TRIGGER confirmed_checkouts_leave AFTER UPDATE OF status ON ledger.checkouts FOR EACH ROW WHEN (((new.confirmation_id IS NOT NULL) AND (old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION ledger.confirmed_checkout_left();
grant select on ledger.checkouts to shirogane_app;

-- packages/ledger/schema/confirmations.sql

create table ledger.confirmations (
  id uuid not null,
  checkout_id uuid not null,
  customer_id uuid not null,
  store_id uuid not null,
  register_id uuid not null,
  employee_id uuid not null,
  key text not null,
  digest bytea not null,
  total bigint not null,
  points bigint not null,
  balance bigint not null,
  asked_over bigint not null,
  state text not null default 'pending'::text,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  use_until timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  ended_at timestamp with time zone,
  later bigint not null default 0,
  due_on date,
  kind text not null default 'payment'::text,
  receiver_id uuid,
  constraint confirmations_pkey PRIMARY KEY (id),
  constraint confirmations_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES ledger.checkouts(id),
  constraint confirmations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint confirmations_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint confirmations_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES ledger.wallets(user_id),
  constraint confirmations_register_id_fkey FOREIGN KEY (register_id) REFERENCES registers(id),
  constraint confirmations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint confirmations_asked_over_check CHECK ((asked_over >= 0)),
  constraint confirmations_balance_check CHECK ((balance >= 0)),
  constraint confirmations_check CHECK ((expires_at > asked_at)),
  constraint confirmations_check1 CHECK ((use_until >= expires_at)),
  constraint confirmations_decided CHECK (
CASE state
    WHEN 'pending'::text THEN (decided_at IS NULL)
    WHEN 'approved'::text THEN (decided_at IS NOT NULL)
    WHEN 'declined'::text THEN (decided_at IS NOT NULL)
    WHEN 'spent'::text THEN (decided_at IS NOT NULL)
    ELSE true
END),
  constraint confirmations_decided_as_a_whole CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  constraint confirmations_ended CHECK (((state = ANY (ARRAY['pending'::text, 'approved'::text])) = (ended_at IS NULL))),
  constraint confirmations_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'move'::text]))),
  constraint confirmations_of_a_day CHECK (((later > 0) = (due_on IS NOT NULL))),
  constraint confirmations_of_a_move CHECK (((kind = 'move'::text) = (receiver_id IS NOT NULL))),
  constraint confirmations_of_moves_alone CHECK (((kind = 'payment'::text) OR ((asked_over = 0) AND (later = 0)))),
  constraint confirmations_of_what_is_large CHECK ((((later > 0) OR (((points + balance) > asked_over) AND ((asked_over > 0) OR (kind = 'move'::text)))) AND (later >= 0) AND (((points + balance) + later) <= total))),
  constraint confirmations_points_check CHECK ((points >= 0)),
  constraint confirmations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text, 'spent'::text]))),
  constraint confirmations_total_check CHECK ((total > 0))
);
CREATE INDEX confirmations_by_checkout ON ledger.confirmations USING btree (checkout_id);
CREATE INDEX confirmations_due ON ledger.confirmations USING btree (expires_at) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE UNIQUE INDEX confirmations_of_checkout ON ledger.confirmations USING btree (checkout_id) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX confirmations_of_customer ON ledger.confirmations USING btree (customer_id, asked_at DESC) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX confirmations_of_moves ON ledger.confirmations USING btree (employee_id, key) WHERE (kind = 'move'::text);
CREATE TRIGGER confirmations_begin BEFORE INSERT ON ledger.confirmations FOR EACH ROW WHEN ((new.state <> 'pending'::text)) EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER confirmations_move BEFORE UPDATE ON ledger.confirmations FOR EACH ROW EXECUTE FUNCTION ledger.confirmation_moves();
CREATE TRIGGER confirmations_remain BEFORE TRUNCATE ON ledger.confirmations FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER confirmations_stay BEFORE DELETE ON ledger.confirmations FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.confirmations to shirogane_app;

-- packages/ledger/schema/idempotency.sql

create table ledger.idempotency (
  actor_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  transaction_id uuid not null,
  refusal jsonb,
  created_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint idempotency_pkey PRIMARY KEY (actor_id, route, key)
);
CREATE TRIGGER idempotency_answers_are_final BEFORE UPDATE ON ledger.idempotency FOR EACH ROW EXECUTE FUNCTION ledger.answer_given();
CREATE TRIGGER idempotency_remains BEFORE TRUNCATE ON ledger.idempotency FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.idempotency to shirogane_app;

create table ledger.outbox (
  id bigint not null generated always as identity,
  topic text not null,
  transaction_id uuid not null,
  created_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  attempts smallint not null default 0,
  sent_at timestamp with time zone,
  dead boolean not null default false,
  leased_until timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_due ON ledger.outbox USING btree (available_at, id) WHERE ((sent_at IS NULL) AND (NOT dead));
CREATE UNIQUE INDEX outbox_once ON ledger.outbox USING btree (transaction_id, topic);
CREATE TRIGGER outbox_remains BEFORE TRUNCATE ON ledger.outbox FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select, update (available_at, attempts, sent_at, dead, leased_until) on ledger.outbox to shirogane_app;

-- packages/ledger/schema/consumers.sql

create table ledger.consumers (
  consumer text not null,
  xid xid8 not null default '0'::xid8,
  id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  moved_at timestamp with time zone not null default now(),
  constraint consumers_pkey PRIMARY KEY (consumer)
);
CREATE TRIGGER consumers_remain BEFORE TRUNCATE ON ledger.consumers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER consumers_stay BEFORE DELETE ON ledger.consumers FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.consumers to shirogane_app;

create table ledger.set_aside (
  consumer text not null,
  transaction_id uuid not null,
  attempts smallint not null default 1,
  due_at timestamp with time zone not null,
  dead boolean not null default false,
  constraint set_aside_pkey PRIMARY KEY (consumer, transaction_id),
  constraint set_aside_consumer_fkey FOREIGN KEY (consumer) REFERENCES ledger.consumers(consumer)
);
CREATE TRIGGER set_aside_remains BEFORE TRUNCATE ON ledger.set_aside FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.set_aside to shirogane_app;

-- packages/ledger/schema/chain.sql

create table ledger.chain_blocks (
  block bigint not null,
  from_xid xid8 not null,
  until_xid xid8 not null,
  transactions integer not null,
  previous_hash bytea not null,
  hash bytea not null,
  chained_at timestamp with time zone not null,
  acts ledger.chained_act[] not null default '{}'::ledger.chained_act[],
  acts_xid xid8 not null default '0'::xid8,
  acts_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint chain_blocks_pkey PRIMARY KEY (block),
  constraint chain_blocks_block_check CHECK ((block > 0)),
  constraint chain_blocks_hash_check CHECK ((length(hash) = 32)),
  constraint chain_blocks_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint chain_blocks_transactions_check CHECK ((transactions >= 0))
);
CREATE TRIGGER chain_blocks_are_final BEFORE DELETE OR UPDATE ON ledger.chain_blocks FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER chain_blocks_stay BEFORE TRUNCATE ON ledger.chain_blocks FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.chain_blocks to shirogane_app;

-- packages/ledger/schema/deferred.sql

create table ledger.deferred_agreements (
  sale_id uuid not null,
  customer_id uuid not null,
  signature text,
  terms_version text,
  confirmed_by uuid not null,
  override_by uuid,
  override_reason text,
  agreed_at timestamp with time zone not null,
  approval_id uuid,
  approved_by uuid,
  constraint deferred_agreements_pkey PRIMARY KEY (sale_id),
  constraint deferred_agreements_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint deferred_agreements_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES employees(user_id),
  constraint deferred_agreements_override_by_fkey FOREIGN KEY (override_by) REFERENCES employees(user_id),
  constraint deferred_agreements_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES ledger.deferred_sales(sale_id),
  constraint deferred_agreements_check CHECK (((override_by IS NULL) = (override_reason IS NULL))),
  constraint deferred_agreements_override_reason_check CHECK ((override_reason <> ''::text)),
  constraint deferred_agreements_signature_check CHECK ((((length(signature) >= 8) AND (length(signature) <= 20000)) AND (signature ~ '^[ML0-9 .]+$'::text))),
  constraint deferred_agreements_signed_before_two CHECK ((((approval_id IS NULL) = (approved_by IS NULL)) AND ((approval_id IS NULL) OR (signature IS NOT NULL))))
);
CREATE INDEX deferred_agreements_by_signature ON ledger.deferred_agreements USING btree (md5(signature));
CREATE UNIQUE INDEX deferred_agreements_of_approval ON ledger.deferred_agreements USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE UNIQUE INDEX deferred_agreements_signed_once ON ledger.deferred_agreements USING btree (md5(signature)) WHERE (approval_id IS NOT NULL);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.deferred_agreements FOR EACH ROW WHEN ((new.override_by IS NOT NULL)) EXECUTE FUNCTION ledger.act_is_on_record('later.overdue_let_pass', 'override_by', 'agreed_at', 'sale_id', 'customer_id', 'override_reason', 'confirmed_by');
CREATE TRIGGER approval_of_another AFTER INSERT ON ledger.deferred_agreements FOR EACH ROW WHEN (((new.override_by IS NOT NULL) OR (new.approved_by IS NOT NULL))) EXECUTE FUNCTION ledger.approval_of_another('customer_id', 'override_by', 'approved_by');
CREATE CONSTRAINT TRIGGER deferrals_are_agreed AFTER INSERT ON ledger.deferred_agreements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.deferral_agreed();
CREATE TRIGGER deferred_agreements_are_final BEFORE DELETE OR UPDATE ON ledger.deferred_agreements FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER deferred_agreements_stay BEFORE TRUNCATE ON ledger.deferred_agreements FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER signed_on_record AFTER INSERT ON ledger.deferred_agreements FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.act_is_on_record('later.signed', 'confirmed_by', 'agreed_at', 'sale_id', 'customer_id', 'approved_by');
CREATE TRIGGER two_persons AFTER INSERT ON ledger.deferred_agreements FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('confirmed_by', 'approved_by');
grant select on ledger.deferred_agreements to shirogane_app;

create table ledger.deferred_limits (
  id bigint not null generated always as identity,
  customer_id uuid not null,
  amount bigint not null,
  before bigint not null,
  reason text not null,
  granted_by uuid not null,
  approved_by uuid,
  store_id uuid,
  granted_at timestamp with time zone not null,
  constraint deferred_limits_pkey PRIMARY KEY (id),
  constraint deferred_limits_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint deferred_limits_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint deferred_limits_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES employees(user_id),
  constraint deferred_limits_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint deferred_limits_amount_check CHECK ((amount >= 0)),
  constraint deferred_limits_before_check CHECK ((before >= 0)),
  constraint deferred_limits_check CHECK ((approved_by IS DISTINCT FROM granted_by)),
  constraint deferred_limits_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX deferred_limits_of_customer ON ledger.deferred_limits USING btree (customer_id, id DESC);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.deferred_limits FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('later.limit_set', 'granted_by', 'granted_at', 'customer_id', 'customer_id', 'before=amount', 'approved_by');
CREATE TRIGGER approval_of_another AFTER INSERT ON ledger.deferred_limits FOR EACH ROW EXECUTE FUNCTION ledger.approval_of_another('customer_id', 'granted_by', 'approved_by');
CREATE TRIGGER deferred_limits_are_final BEFORE DELETE OR UPDATE ON ledger.deferred_limits FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER deferred_limits_stay BEFORE TRUNCATE ON ledger.deferred_limits FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.deferred_limits FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('granted_by', 'approved_by');
grant select on ledger.deferred_limits to shirogane_app;

create table ledger.deferred_sales (
  sale_id uuid not null,
  customer_id uuid not null,
  store_id uuid not null,
  amount bigint not null,
  base bigint not null,
  rate_bp integer not null,
  bought_on date not null,
  due_on date not null,
  collected bigint not null default 0,
  cancelled bigint not null default 0,
  written_off bigint not null default 0,
  outstanding bigint not null generated always as ((((amount - collected) - cancelled) - written_off)) stored,
  status text not null generated always as (
CASE
    WHEN ((((amount - collected) - cancelled) - written_off) > 0) THEN
    CASE
        WHEN (collected > 0) THEN 'partially_paid'::text
        ELSE 'open'::text
    END
    WHEN (written_off > 0) THEN 'written_off'::text
    WHEN (collected > 0) THEN 'settled'::text
    ELSE 'cancelled'::text
END) stored,
  cash_left bigint not null default 0,
  card_left bigint not null default 0,
  paid_left bigint not null default 0,
  bonus_left bigint not null default 0,
  points bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint deferred_sales_pkey PRIMARY KEY (sale_id),
  constraint deferred_sales_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint deferred_sales_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES ledger.movements(id),
  constraint deferred_sales_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint deferred_points_follow_their_yen CHECK ((points = ((((base + collected) * rate_bp) / 10000) - ((base * rate_bp) / 10000)))),
  constraint deferred_sales_amount_check CHECK ((amount > 0)),
  constraint deferred_sales_base_check CHECK ((base >= 0)),
  constraint deferred_sales_bonus_left_check CHECK ((bonus_left >= 0)),
  constraint deferred_sales_cancelled_check CHECK ((cancelled >= 0)),
  constraint deferred_sales_card_left_check CHECK ((card_left >= 0)),
  constraint deferred_sales_cash_left_check CHECK ((cash_left >= 0)),
  constraint deferred_sales_check CHECK ((((collected + cancelled) + written_off) <= amount)),
  constraint deferred_sales_check1 CHECK (((due_on > bought_on) AND (due_on < ((bought_on + '2 mons'::interval))::date))),
  constraint deferred_sales_collected_check CHECK ((collected >= 0)),
  constraint deferred_sales_paid_left_check CHECK ((paid_left >= 0)),
  constraint deferred_sales_points_check CHECK ((points >= 0)),
  constraint deferred_sales_rate_bp_check CHECK ((rate_bp >= 0)),
  constraint deferred_sales_written_off_check CHECK ((written_off >= 0))
);
CREATE INDEX deferred_sales_by_due ON ledger.deferred_sales USING btree (due_on, customer_id) WHERE (outstanding > 0);
CREATE INDEX deferred_sales_of_customer ON ledger.deferred_sales USING btree (customer_id, due_on, created_at, sale_id) WHERE (outstanding > 0);
CREATE INDEX deferred_sales_of_store ON ledger.deferred_sales USING btree (store_id, due_on) WHERE (outstanding > 0);
CREATE CONSTRAINT TRIGGER debts_match_wallet AFTER INSERT OR UPDATE ON ledger.deferred_sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.debts_match();
CREATE TRIGGER deferred_opened AFTER INSERT ON ledger.deferred_sales REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION ledger.deferred_opened();
CREATE TRIGGER deferred_sales_are_fixed BEFORE UPDATE OF sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at ON ledger.deferred_sales FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER deferred_sales_move_by_moves BEFORE UPDATE OF collected, cancelled, written_off, cash_left, card_left, paid_left, bonus_left, points ON ledger.deferred_sales FOR EACH ROW EXECUTE FUNCTION ledger.deferred_sale_changed();
CREATE TRIGGER deferred_sales_remain BEFORE TRUNCATE ON ledger.deferred_sales FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER deferred_sales_stay BEFORE DELETE ON ledger.deferred_sales FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.deferred_sales to shirogane_app;

create table ledger.deferred_moves (
  transaction_id uuid not null,
  sale_id uuid not null,
  cash bigint not null default 0,
  card bigint not null default 0,
  bank bigint not null default 0,
  paid bigint not null default 0,
  bonus bigint not null default 0,
  points bigint not null default 0,
  cancelled bigint not null default 0,
  cancelled_cash bigint not null default 0,
  cancelled_card bigint not null default 0,
  returned_cash bigint not null default 0,
  returned_card bigint not null default 0,
  returned_paid bigint not null default 0,
  returned_bonus bigint not null default 0,
  written_off bigint not null default 0,
  collected bigint not null generated always as (((((cash + card) + bank) + paid) + bonus)) stored,
  returned bigint not null generated always as ((((returned_cash + returned_card) + returned_paid) + returned_bonus)) stored,
  xid xid8 not null default pg_current_xact_id(),
  constraint deferred_moves_pkey PRIMARY KEY (transaction_id, sale_id),
  constraint deferred_moves_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES ledger.deferred_sales(sale_id),
  constraint deferred_moves_bank_check CHECK ((bank >= 0)),
  constraint deferred_moves_bonus_check CHECK ((bonus >= 0)),
  constraint deferred_moves_cancelled_card_check CHECK ((cancelled_card >= 0)),
  constraint deferred_moves_cancelled_cash_check CHECK ((cancelled_cash >= 0)),
  constraint deferred_moves_cancelled_check CHECK ((cancelled >= 0)),
  constraint deferred_moves_card_check CHECK ((card >= 0)),
  constraint deferred_moves_cash_check CHECK ((cash >= 0)),
  constraint deferred_moves_check CHECK (((cancelled_cash + cancelled_card) <= cancelled)),
  constraint deferred_moves_check1 CHECK ((((((collected > 0))::integer + ((written_off > 0))::integer) + (((cancelled + returned) > 0))::integer) = 1)),
  constraint deferred_moves_check2 CHECK (((points = 0) OR (collected > 0))),
  constraint deferred_moves_paid_check CHECK ((paid >= 0)),
  constraint deferred_moves_points_check CHECK ((points >= 0)),
  constraint deferred_moves_returned_bonus_check CHECK ((returned_bonus >= 0)),
  constraint deferred_moves_returned_card_check CHECK ((returned_card >= 0)),
  constraint deferred_moves_returned_cash_check CHECK ((returned_cash >= 0)),
  constraint deferred_moves_returned_paid_check CHECK ((returned_paid >= 0)),
  constraint deferred_moves_written_off_check CHECK ((written_off >= 0))
);
CREATE INDEX deferred_moves_of_sale ON ledger.deferred_moves USING btree (sale_id);
CREATE TRIGGER deferred_moved AFTER INSERT ON ledger.deferred_moves REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION ledger.deferred_moved();
CREATE TRIGGER deferred_moves_are_final BEFORE DELETE OR UPDATE ON ledger.deferred_moves FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER deferred_moves_stay BEFORE TRUNCATE ON ledger.deferred_moves FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.deferred_moves to shirogane_app;

-- packages/ledger/schema/stock.sql

create table ledger.stock_levels (
  store_id uuid not null,
  sku_id uuid not null,
  shelf integer not null default 0,
  hold integer not null default 0,
  damaged integer not null default 0,
  transit integer not null default 0,
  reserved integer not null default 0,
  moves bigint not null default 0,
  reorder_point integer,
  constraint stock_levels_pkey PRIMARY KEY (store_id, sku_id),
  constraint stock_levels_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES skus(id),
  constraint stock_levels_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint stock_levels_damaged_check CHECK ((damaged >= 0)),
  constraint stock_levels_hold_check CHECK ((hold >= 0)),
  constraint stock_levels_moves_check CHECK ((moves >= 0)),
  constraint stock_levels_reorder_point_check CHECK (((reorder_point >= 0) AND (reorder_point <= 99999))),
  constraint stock_levels_reserved_check CHECK ((reserved >= 0)),
  constraint stock_levels_transit_check CHECK ((transit >= 0))
);
CREATE INDEX stock_levels_of_sku ON ledger.stock_levels USING btree (sku_id);
CREATE TRIGGER stock_levels_begin_empty BEFORE INSERT ON ledger.stock_levels FOR EACH ROW EXECUTE FUNCTION ledger.level_moved();
CREATE TRIGGER stock_levels_keep_their_place BEFORE UPDATE OF store_id, sku_id ON ledger.stock_levels FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_levels_move_by_movements BEFORE UPDATE OF shelf, hold, damaged, transit, reserved, moves ON ledger.stock_levels FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION ledger.level_moved();
CREATE TRIGGER stock_levels_remain BEFORE TRUNCATE ON ledger.stock_levels FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_levels_stay BEFORE DELETE ON ledger.stock_levels FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.stock_levels to shirogane_app;

create table ledger.stock_documents (
  id uuid not null,
  kind text not null,
  store_id uuid not null,
  to_store_id uuid,
  related_id uuid,
  count_id uuid,
  supplier text,
  slip_number text,
  reason text,
  note text,
  actor_id uuid not null,
  approved_by uuid,
  at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint stock_documents_pkey PRIMARY KEY (id),
  constraint stock_documents_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint stock_documents_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint stock_documents_related_id_fkey FOREIGN KEY (related_id) REFERENCES ledger.stock_documents(id),
  constraint stock_documents_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint stock_documents_to_store_id_fkey FOREIGN KEY (to_store_id) REFERENCES stores(id),
  constraint stock_documents_check CHECK (((kind = 'transfer'::text) = (to_store_id IS NOT NULL))),
  constraint stock_documents_check1 CHECK ((to_store_id <> store_id)),
  constraint stock_documents_check2 CHECK (((kind = ANY (ARRAY['arrival'::text, 'recall'::text])) = (related_id IS NOT NULL))),
  constraint stock_documents_check3 CHECK (((kind = 'receive'::text) OR ((supplier IS NULL) AND (slip_number IS NULL)))),
  constraint stock_documents_check4 CHECK (((count_id IS NULL) OR (kind = 'count'::text))),
  constraint stock_documents_check5 CHECK (((kind <> ALL (ARRAY['adjust'::text, 'dispose'::text])) OR (reason IS NOT NULL))),
  constraint stock_documents_check6 CHECK ((approved_by <> actor_id)),
  constraint stock_documents_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'receive'::text, 'adjust'::text, 'dispose'::text, 'inspect'::text, 'count'::text, 'transfer'::text, 'arrival'::text, 'recall'::text])))
);
CREATE UNIQUE INDEX stock_documents_count_once ON ledger.stock_documents USING btree (count_id) WHERE (count_id IS NOT NULL);
CREATE UNIQUE INDEX stock_documents_end_once ON ledger.stock_documents USING btree (related_id) WHERE (related_id IS NOT NULL);
CREATE INDEX stock_documents_of_store ON ledger.stock_documents USING btree (store_id, at DESC, id DESC);
CREATE UNIQUE INDEX stock_documents_slip_once ON ledger.stock_documents USING btree (store_id, supplier, slip_number) WHERE (slip_number IS NOT NULL);
CREATE INDEX stock_documents_to_store ON ledger.stock_documents USING btree (to_store_id, at DESC, id DESC) WHERE (to_store_id IS NOT NULL);
CREATE TRIGGER shop_takes_articles BEFORE INSERT ON ledger.stock_documents FOR EACH ROW WHEN ((new.kind = 'receive'::text)) EXECUTE FUNCTION ledger.shop_is_open('store_id');
CREATE TRIGGER shop_takes_articles_sent BEFORE INSERT ON ledger.stock_documents FOR EACH ROW WHEN ((new.to_store_id IS NOT NULL)) EXECUTE FUNCTION ledger.shop_is_open('to_store_id');
CREATE CONSTRAINT TRIGGER stock_document_complete AFTER INSERT ON ledger.stock_documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.stock_document_complete();
CREATE TRIGGER stock_documents_are_final BEFORE DELETE OR UPDATE ON ledger.stock_documents FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_documents_remain BEFORE TRUNCATE ON ledger.stock_documents FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.stock_documents FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('actor_id', 'approved_by');
grant select on ledger.stock_documents to shirogane_app;

create table ledger.stock_document_lines (
  document_id uuid not null,
  line smallint not null,
  sku_id uuid not null,
  place ledger.stock_place not null default 'shelf'::ledger.stock_place,
  planned integer,
  quantity integer not null,
  constraint stock_document_lines_pkey PRIMARY KEY (document_id, line),
  constraint stock_document_lines_document_id_sku_id_key UNIQUE (document_id, sku_id),
  constraint stock_document_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES ledger.stock_documents(id),
  constraint stock_document_lines_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES skus(id),
  constraint stock_document_lines_line_check CHECK ((line > 0))
);
CREATE TRIGGER stock_document_lines_are_final BEFORE DELETE OR UPDATE ON ledger.stock_document_lines FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_document_lines_come_with_it BEFORE INSERT ON ledger.stock_document_lines FOR EACH ROW EXECUTE FUNCTION ledger.stock_line_written();
CREATE TRIGGER stock_document_lines_remain BEFORE TRUNCATE ON ledger.stock_document_lines FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.stock_document_lines to shirogane_app;

create table ledger.stock_moves (
  store_id uuid not null,
  sku_id uuid not null,
  seq bigint not null,
  kind text not null,
  place ledger.stock_place not null,
  quantity integer not null,
  after integer not null,
  transaction_id uuid,
  line smallint not null,
  document_id uuid,
  at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint stock_moves_pkey PRIMARY KEY (store_id, sku_id, seq),
  constraint stock_moves_check CHECK (((transaction_id IS NULL) <> (document_id IS NULL))),
  constraint stock_moves_check1 CHECK (((kind = ANY (ARRAY['sale'::text, 'return'::text, 'void'::text])) = (transaction_id IS NOT NULL))),
  constraint stock_moves_check2 CHECK (((kind <> 'sale'::text) OR ((quantity < 0) AND (place = 'shelf'::ledger.stock_place)))),
  constraint stock_moves_check3 CHECK (((kind <> ALL (ARRAY['return'::text, 'void'::text, 'receive'::text, 'opening'::text])) OR (quantity > 0))),
  constraint stock_moves_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'return'::text, 'void'::text, 'opening'::text, 'receive'::text, 'adjust'::text, 'dispose'::text, 'inspect'::text, 'count'::text, 'transfer_out'::text, 'transfer_in'::text, 'shortage'::text, 'recall'::text]))),
  constraint stock_moves_quantity_check CHECK ((quantity <> 0)),
  constraint stock_moves_seq_check CHECK ((seq > 0))
);
CREATE INDEX stock_moves_of_act ON ledger.stock_moves USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE UNIQUE INDEX stock_moves_sold_once ON ledger.stock_moves USING btree (transaction_id, line) WHERE (kind = 'sale'::text);
CREATE CONSTRAINT TRIGGER pieces_leave_by_the_book AFTER INSERT ON ledger.stock_moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'dispose'::text)) EXECUTE FUNCTION ledger.piece_disposed();
CREATE TRIGGER pieces_stay_one AFTER INSERT ON ledger.stock_moves FOR EACH ROW WHEN (((new.after < 0) OR ((new.quantity > 0) AND (new.kind <> ALL (ARRAY['return'::text, 'void'::text]))))) EXECUTE FUNCTION ledger.piece_moved();
CREATE TRIGGER stock_moves_are_final BEFORE DELETE OR UPDATE ON ledger.stock_moves FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_moves_remain BEFORE TRUNCATE ON ledger.stock_moves FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_posted AFTER INSERT ON ledger.stock_moves REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger.stock_posted();
grant select on ledger.stock_moves to shirogane_app;

create table ledger.stock_reservations (
  id uuid not null,
  owner_id uuid not null,
  store_id uuid not null,
  sku_id uuid not null,
  quantity integer not null,
  label text not null default ''::text,
  customer_id uuid,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  until timestamp with time zone not null,
  state text not null default 'active'::text,
  ended_at timestamp with time zone,
  transaction_id uuid,
  constraint stock_reservations_pkey PRIMARY KEY (id),
  constraint stock_reservations_store_id_sku_id_fkey FOREIGN KEY (store_id, sku_id) REFERENCES ledger.stock_levels(store_id, sku_id),
  constraint stock_reservations_check CHECK ((until > created_at)),
  constraint stock_reservations_check1 CHECK (((state = 'active'::text) = (ended_at IS NULL))),
  constraint stock_reservations_check2 CHECK (((state = 'taken'::text) = (transaction_id IS NOT NULL))),
  constraint stock_reservations_quantity_check CHECK ((quantity > 0)),
  constraint stock_reservations_state_check CHECK ((state = ANY (ARRAY['active'::text, 'taken'::text, 'released'::text, 'lapsed'::text])))
);
CREATE INDEX stock_reservations_active ON ledger.stock_reservations USING btree (store_id, sku_id) WHERE (state = 'active'::text);
CREATE INDEX stock_reservations_due ON ledger.stock_reservations USING btree (until) WHERE (state = 'active'::text);
CREATE INDEX stock_reservations_named ON ledger.stock_reservations USING btree (ended_at) WHERE ((state <> 'active'::text) AND (label <> ''::text));
CREATE INDEX stock_reservations_owner ON ledger.stock_reservations USING btree (owner_id);
CREATE TRIGGER reservations_are_counted AFTER INSERT OR UPDATE ON ledger.stock_reservations FOR EACH ROW EXECUTE FUNCTION ledger.reservation_counted();
CREATE TRIGGER stock_reservations_remain BEFORE TRUNCATE ON ledger.stock_reservations FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER stock_reservations_stay BEFORE DELETE ON ledger.stock_reservations FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.stock_reservations to shirogane_app;

-- packages/ledger/schema/days.sql

create table ledger.day_floats (
  store_id uuid not null,
  business_date date not null,
  revision smallint not null,
  counts jsonb not null,
  counted bigint not null,
  carried bigint,
  employee_id uuid not null,
  counted_at timestamp with time zone not null,
  constraint day_floats_pkey PRIMARY KEY (store_id, business_date, revision),
  constraint day_floats_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint day_floats_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint day_floats_counted_check CHECK (((counted >= 0) AND (counted <= 999999999))),
  constraint day_floats_revision_check CHECK ((revision > 0))
);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.day_floats FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('day.float_counted', 'employee_id', 'counted_at', 'business_date', '', 'carried=counted', 'revision');
CREATE TRIGGER float_kept BEFORE DELETE OR UPDATE ON ledger.day_floats FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.day_floats FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.day_floats to shirogane_app;

create table ledger.day_closes (
  id uuid not null,
  store_id uuid not null,
  business_date date not null,
  z_number integer not null,
  revision smallint not null,
  seq integer not null,
  counts jsonb not null,
  counted bigint not null,
  expected bigint not null,
  over_short bigint not null,
  reason text,
  note text,
  deposit bigint not null,
  carry bigint not null,
  report jsonb not null,
  employee_id uuid not null,
  approved_by uuid,
  closed_at timestamp with time zone not null,
  previous_hash bytea not null,
  hash bytea not null,
  reopened_at timestamp with time zone,
  reopened_by uuid,
  reopen_reason text,
  constraint day_closes_pkey PRIMARY KEY (id),
  constraint day_closes_store_id_business_date_revision_key UNIQUE (store_id, business_date, revision),
  constraint day_closes_store_id_seq_key UNIQUE (store_id, seq),
  constraint day_closes_store_id_z_number_revision_key UNIQUE (store_id, z_number, revision),
  constraint day_closes_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES employees(user_id),
  constraint day_closes_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(user_id),
  constraint day_closes_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES employees(user_id),
  constraint day_closes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint day_closes_check CHECK ((over_short = (counted - expected))),
  constraint day_closes_check1 CHECK (((deposit >= 0) AND (deposit <= counted))),
  constraint day_closes_check2 CHECK ((carry = (counted - deposit))),
  constraint day_closes_check3 CHECK (((over_short = 0) OR (reason IS NOT NULL))),
  constraint day_closes_check4 CHECK ((approved_by IS DISTINCT FROM employee_id)),
  constraint day_closes_check5 CHECK ((((reopened_at IS NULL) = (reopened_by IS NULL)) AND ((reopened_at IS NULL) = (reopen_reason IS NULL)))),
  constraint day_closes_counted_check CHECK (((counted >= 0) AND (counted <= 999999999))),
  constraint day_closes_hash_check CHECK ((length(hash) = 32)),
  constraint day_closes_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint day_closes_revision_check CHECK ((revision > 0)),
  constraint day_closes_seq_check CHECK ((seq > 0)),
  constraint day_closes_z_number_check CHECK ((z_number > 0))
);
CREATE UNIQUE INDEX day_closes_standing ON ledger.day_closes USING btree (store_id, business_date) WHERE (reopened_at IS NULL);
CREATE TRIGGER act_on_record AFTER INSERT ON ledger.day_closes FOR EACH ROW EXECUTE FUNCTION ledger.act_is_on_record('day.closed', 'employee_id', 'closed_at', 'business_date', '', 'expected=counted', 'over_short', 'deposit', 'carry', 'z_number', 'revision', 'approved_by');
CREATE TRIGGER close_kept BEFORE DELETE OR UPDATE ON ledger.day_closes FOR EACH ROW EXECUTE FUNCTION ledger.close_kept();
CREATE TRIGGER close_numbered BEFORE INSERT ON ledger.day_closes FOR EACH ROW EXECUTE FUNCTION ledger.close_numbered();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.day_closes FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER two_persons AFTER INSERT ON ledger.day_closes FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION ledger.two_persons('employee_id', 'approved_by');
grant select on ledger.day_closes to shirogane_app;

create table ledger.held_reports (
  store_id uuid not null,
  held text not null,
  report jsonb not null,
  constraint held_reports_pkey PRIMARY KEY (store_id),
  constraint held_reports_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
grant select on ledger.held_reports to shirogane_app;

-- packages/ledger/schema/rewards.sql

create table ledger.rewards (
  transaction_id uuid not null,
  sale_id uuid not null,
  customer_id uuid not null,
  affiliator_id uuid not null,
  store_id uuid not null,
  base bigint not null,
  rate_bp integer not null,
  base_min bigint not null,
  amount bigint not null,
  earned_at timestamp with time zone not null,
  sold_on date not null,
  reversed bigint not null default 0,
  confirmation_id uuid,
  confirmed_at timestamp with time zone,
  claimed bigint not null default 0,
  returned bigint not null default 0,
  pending bigint generated always as (
CASE
    WHEN (confirmation_id IS NULL) THEN (amount - reversed)
    ELSE (0)::bigint
END) stored,
  unclaimed bigint generated always as (
CASE
    WHEN (confirmation_id IS NULL) THEN (0)::bigint
    ELSE (((amount - reversed) - claimed) + returned)
END) stored,
  xid xid8 not null default pg_current_xact_id(),
  cut bigint not null default 0,
  day_max bigint,
  constraint rewards_pkey PRIMARY KEY (transaction_id),
  constraint rewards_amount_check CHECK ((amount > 0)),
  constraint rewards_base_check CHECK ((base > 0)),
  constraint rewards_base_min_check CHECK ((base_min >= 0)),
  constraint rewards_check CHECK (((reversed >= 0) AND (reversed <= amount))),
  constraint rewards_check1 CHECK (((claimed >= 0) AND (claimed <= amount))),
  constraint rewards_check2 CHECK (((returned >= 0) AND (returned <= LEAST(claimed, reversed)))),
  constraint rewards_check3 CHECK ((customer_id <> affiliator_id)),
  constraint rewards_check4 CHECK (((confirmed_at IS NULL) = (confirmation_id IS NULL))),
  constraint rewards_check5 CHECK (((claimed = 0) OR (confirmation_id IS NOT NULL))),
  constraint rewards_check6 CHECK ((day_max >= amount)),
  constraint rewards_cut_by_a_limit CHECK (((cut = 0) OR (day_max IS NOT NULL))),
  constraint rewards_cut_check CHECK ((cut >= 0)),
  constraint rewards_rate_bp_check CHECK (((rate_bp >= 1) AND (rate_bp <= 10000)))
);
CREATE UNIQUE INDEX rewards_confirmation ON ledger.rewards USING btree (confirmation_id) WHERE (confirmation_id IS NOT NULL);
CREATE INDEX rewards_of_affiliate ON ledger.rewards USING btree (customer_id);
CREATE INDEX rewards_of_affiliator ON ledger.rewards USING btree (affiliator_id, earned_at DESC, transaction_id DESC);
CREATE INDEX rewards_of_sale ON ledger.rewards USING btree (sale_id);
CREATE INDEX rewards_pending ON ledger.rewards USING btree (sold_on, transaction_id) WHERE (pending > 0);
CREATE INDEX rewards_unclaimed ON ledger.rewards USING btree (affiliator_id, customer_id) WHERE (unclaimed <> 0);
CREATE TRIGGER rewards_are_fixed BEFORE UPDATE OF transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min, amount, cut, day_max, earned_at, sold_on ON ledger.rewards FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER rewards_earned AFTER INSERT ON ledger.rewards REFERENCING NEW TABLE AS earned FOR EACH STATEMENT EXECUTE FUNCTION ledger.rewards_earned();
CREATE CONSTRAINT TRIGGER rewards_match_wallet AFTER UPDATE ON ledger.rewards DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.unclaimed IS DISTINCT FROM new.unclaimed)) EXECUTE FUNCTION ledger.rewards_match();
CREATE TRIGGER rewards_move_by_movements BEFORE UPDATE OF reversed, claimed, returned, confirmation_id, confirmed_at ON ledger.rewards FOR EACH ROW EXECUTE FUNCTION ledger.reward_changed();
CREATE TRIGGER rewards_remain BEFORE TRUNCATE ON ledger.rewards FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER rewards_stay BEFORE DELETE ON ledger.rewards FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.rewards to shirogane_app;

create table ledger.reward_moves (
  transaction_id uuid not null,
  reward_id uuid not null,
  reversed bigint not null default 0,
  returned bigint not null default 0,
  claimed bigint not null default 0,
  xid xid8 not null default pg_current_xact_id(),
  constraint reward_moves_pkey PRIMARY KEY (transaction_id, reward_id),
  constraint reward_moves_reward_id_fkey FOREIGN KEY (reward_id) REFERENCES ledger.rewards(transaction_id),
  constraint reward_moves_check CHECK (((returned >= 0) AND (returned <= reversed))),
  constraint reward_moves_check1 CHECK (((reversed > 0) <> (claimed > 0))),
  constraint reward_moves_claimed_check CHECK ((claimed >= 0)),
  constraint reward_moves_reversed_check CHECK ((reversed >= 0))
);
CREATE INDEX reward_moves_of_reward ON ledger.reward_moves USING btree (reward_id);
CREATE TRIGGER reward_moves_are_final BEFORE DELETE OR UPDATE ON ledger.reward_moves FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER reward_moves_remain BEFORE TRUNCATE ON ledger.reward_moves FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER rewards_moved AFTER INSERT ON ledger.reward_moves REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION ledger.rewards_moved();
grant select on ledger.reward_moves to shirogane_app;

-- packages/ledger/schema/card-charges.sql

create table ledger.card_charges (
  id uuid not null,
  customer_id uuid not null,
  payment_method_id uuid not null,
  gateway text not null,
  gateway_customer text not null,
  gateway_card text not null,
  brand text not null,
  last4 text not null,
  amount bigint not null,
  state text not null default 'pending'::text,
  gateway_charge text,
  failure text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  check_at timestamp with time zone not null,
  checks integer not null default 0,
  constraint card_charges_pkey PRIMARY KEY (id),
  constraint card_charges_gateway_gateway_charge_key UNIQUE (gateway, gateway_charge),
  constraint card_charges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES ledger.wallets(user_id),
  constraint card_charges_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  constraint card_charges_amount_check CHECK ((amount > 0)),
  constraint card_charges_check CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  constraint card_charges_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint card_charges_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX card_charges_due ON ledger.card_charges USING btree (check_at) WHERE (state = 'pending'::text);
CREATE INDEX card_charges_of_customer ON ledger.card_charges USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX card_charges_of_method ON ledger.card_charges USING btree (payment_method_id, created_at DESC);
CREATE TRIGGER card_charges_end_once BEFORE UPDATE ON ledger.card_charges FOR EACH ROW EXECUTE FUNCTION ledger.card_charge_changed();
CREATE TRIGGER card_charges_remain BEFORE TRUNCATE ON ledger.card_charges FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER card_charges_stay BEFORE DELETE ON ledger.card_charges FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.card_charges to shirogane_app;

-- packages/ledger/schema/prepaid.sql

create table ledger.prepaid_days (
  on_date date not null,
  bucket text not null,
  issued bigint not null,
  cancelled bigint not null,
  used bigint not null,
  returned bigint not null,
  expired bigint not null,
  repaid bigint not null,
  constraint prepaid_days_pkey PRIMARY KEY (on_date, bucket),
  constraint prepaid_days_bucket_check CHECK ((bucket = ANY (ARRAY['paid'::text, 'bonus'::text]))),
  constraint prepaid_days_cancelled_check CHECK ((cancelled >= 0)),
  constraint prepaid_days_expired_check CHECK ((expired >= 0)),
  constraint prepaid_days_issued_check CHECK ((issued >= 0)),
  constraint prepaid_days_repaid_check CHECK ((repaid >= 0)),
  constraint prepaid_days_returned_check CHECK ((returned >= 0)),
  constraint prepaid_days_used_check CHECK ((used >= 0))
);
CREATE TRIGGER prepaid_days_remain BEFORE TRUNCATE ON ledger.prepaid_days FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER prepaid_days_stay BEFORE DELETE ON ledger.prepaid_days FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.prepaid_days to shirogane_app;

create table ledger.prepaid_state (
  one boolean not null default true,
  until_xid xid8 not null,
  constraint prepaid_state_pkey PRIMARY KEY (one),
  constraint prepaid_state_one_check CHECK (one)
);
grant select on ledger.prepaid_state to shirogane_app;
