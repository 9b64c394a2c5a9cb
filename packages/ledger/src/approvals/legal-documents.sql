-- Publishing the legal texts of the brand. The application proposes a version and asks for it here; it writes no text
-- itself.

-- What is published of a text, as the rules of `publish-text.ts` of packages/domain read it.
create or replace function ledger.text_facts(p_slug text) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object(
    'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
    'versions', coalesce(jsonb_agg(d.version), '[]'),
    'last_effective_on', (max(d.effective_at) at time zone 'Asia/Tokyo')::date)
  from legal_documents d where d.slug = p_slug;
$$;
grant execute on function ledger.text_facts to shirogane_app;

-- Locks a proposal and its text until the commit, so that two versions of one text are published one after the other, and
-- answers the facts that `publishText` of packages/domain decides by. `p` asks: change_id, document_id (of the version to
-- be), employee_id.
create or replace function ledger.hold_publish_text(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_employee uuid := (p ->> 'employee_id')::uuid;
  c legal_changes;
begin
  select * into c from legal_changes where id = (p ->> 'change_id')::uuid for no key update;
  perform pg_advisory_xact_lock(hashtextextended('text ' || c.slug, 0));
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'change', case when c.id is not null then to_jsonb(c) - '{title,changes,summary,sections}'::text[] end,
    'actor', ledger.person_facts(v_employee),
    'is_independent', ledger.independent(c.requested_by, v_employee),
    'text', ledger.text_facts(c.slug));
end $$;
grant execute on function ledger.hold_publish_text to shirogane_app;

-- Publishes as `publishText` decided. Answers why not, or null. `p` asks as above.
create or replace function ledger.publish_text(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_document uuid := (p ->> 'document_id')::uuid;
  v_actor jsonb := ledger.person_facts((p ->> 'employee_id')::uuid);
begin
  perform ledger.check_held(p, x);
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  -- What no decision may do, however it came about.
  if not (v_actor -> 'is_active')::boolean or not v_actor -> 'rights' ? 'legal.agree' then
    raise exception 'a text is published by a person of head office' using errcode = 'check_violation';
  end if;
  insert into legal_documents (id, slug, version, title, changes, summary, sections, is_material, effective_at, published_at)
  select v_document, c.slug, c.version, c.title, c.changes, c.summary, c.sections, c.is_material,
    c.effective_on::timestamp at time zone 'Asia/Tokyo', ledger.now()
  from legal_changes c where c.id = (p ->> 'change_id')::uuid and c.status = 'requested';
  if not found then
    raise exception 'text % is published without a proposal', v_document using errcode = 'check_violation';
  end if;
  update legal_changes set status = 'approved', decided_by = (p ->> 'employee_id')::uuid, decided_at = ledger.now(),
    document_id = v_document
  where id = (p ->> 'change_id')::uuid;
  insert into terms_announcements (document_id) select v_document where (x ->> 'is_announced')::boolean;
  return null;
end $$;
grant execute on function ledger.publish_text to shirogane_app;
