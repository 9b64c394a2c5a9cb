-- The first owner of a house is let in by the owner of the database, in nobody's name. The application always says in whose
-- name it invites: `invitation_is_somebodys` holds it to that.

set lock_timeout = '3s';

alter table staff_invitations alter column issued_by drop not null;
