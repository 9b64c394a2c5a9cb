-- A login asks for all sessions that a person ever had, the ended ones too: whether this browser is known.
create index sessions_of_person on sessions (user_id, created_at);
