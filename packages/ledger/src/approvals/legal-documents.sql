-- Publishing the legal texts of the brand. The application proposes a version and asks for it here; it writes no text
-- itself.

create or replace function ledger.text_version(p_version text) returns int[]
language sql immutable set search_path = ledger, public, pg_temp as $$
  select string_to_array(p_version, '.')::int[];
$$;

-- The first day, of Japan's, on which a next version of a text can come into force: none that has begun, none before
-- the versions that are published already, and for terms that matter none before all customers had thirty days to read
-- them.
create or replace function ledger.text_earliest(p_slug text, p_material boolean) returns date
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select greatest(
    (ledger.now() at time zone 'Asia/Tokyo')::date + case when p_slug = 'tos' and p_material then 30 else 1 end,
    (select (max(d.effective_at) at time zone 'Asia/Tokyo')::date + 1 from legal_documents d where d.slug = p_slug));
$$;
grant execute on function ledger.text_earliest to shirogane_app;

-- The last day on which it can: a slip in the year would keep a text as it is until then, since nothing withdraws what is
-- published.
create or replace function ledger.text_latest() returns date
language sql stable set search_path = ledger, public, pg_temp as $$
  select (ledger.now() at time zone 'Asia/Tokyo')::date + 366;
$$;
grant execute on function ledger.text_latest to shirogane_app;

-- Why this version of a text may not be published for this day; null where it may. It comes after those before it by its
-- number and by its day, or an older one would be in force after it.
create or replace function ledger.text_refusal(p_slug text, p_version text, p_material boolean, p_effective_on date)
returns text language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select case
    when exists (select from legal_documents d where d.slug = p_slug
      and ledger.text_version(d.version) >= ledger.text_version(p_version)) then 'LEGAL_VERSION'
    when p_effective_on < ledger.text_earliest(p_slug, false) then 'LEGAL_DATE'
    when p_effective_on > ledger.text_latest() then 'LEGAL_TOO_LATE'
    when p_effective_on < ledger.text_earliest(p_slug, p_material) then 'LEGAL_TOO_SOON'
  end;
$$;
grant execute on function ledger.text_refusal to shirogane_app;

-- Publishes what another person of head office proposed, under the id of its new version. Terms that matter are to be
-- announced to all customers from then on. Answers why it may not be, or null.
create or replace function ledger.publish_text(p_change uuid, p_document uuid, p_employee uuid) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c legal_changes;
  v_refusal text;
begin
  select * into c from legal_changes where id = p_change for no key update;
  if not found then return 'NOT_FOUND'; end if;
  if c.status <> 'requested' then return 'CONFLICT'; end if;
  if c.requested_by = p_employee then return 'APPROVAL_OWN'; end if;
  if not exists (select from employees e join users u on u.id = e.user_id
    where e.user_id = p_employee and e.active and public.holds(e.type, 'legal.agree') and u.suspended_at is null) then
    return 'FORBIDDEN';
  end if;
  if not ledger.independent(c.requested_by, p_employee) then return 'APPROVAL_LINKED'; end if;
  -- Two versions of one text are published one after the other.
  perform pg_advisory_xact_lock(hashtextextended('text ' || c.slug, 0));
  v_refusal := ledger.text_refusal(c.slug, c.version, c.is_material, c.effective_on);
  if v_refusal is not null then return v_refusal; end if;
  insert into legal_documents (id, slug, version, title, changes, summary, sections, is_material, effective_at, published_at)
  values (p_document, c.slug, c.version, c.title, c.changes, c.summary, c.sections, c.is_material,
    c.effective_on::timestamp at time zone 'Asia/Tokyo', ledger.now());
  update legal_changes set status = 'approved', decided_by = p_employee, decided_at = ledger.now(), document_id = p_document
  where id = p_change;
  if c.slug = 'tos' and c.is_material then
    insert into terms_announcements (document_id) values (p_document);
  end if;
  return null;
end $$;
grant execute on function ledger.publish_text to shirogane_app;
