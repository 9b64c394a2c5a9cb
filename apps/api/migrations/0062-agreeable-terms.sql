-- The versions of the terms of use that still count as agreed: those after which nothing material took effect. A view,
-- so that reading a person, which everybody does all the time, is planned as one statement.
create view agreeable_terms as
  select a.version from legal_documents a
  where a.slug = 'tos' and not exists (
    select from legal_documents d
    where d.slug = 'tos' and d.is_material and d.effective_at <= now() and d.effective_at > a.effective_at);

drop function has_agreed_to_terms(text);
