-- When somebody last did something in a session, as opposed to their page, which renews its tokens and asks for news by
-- itself. Written at most every few seconds, and only where a till can be left open; without it the session is as young as
-- its sign-in.

set lock_timeout = '3s';

alter table sessions add column active_at timestamptz;
