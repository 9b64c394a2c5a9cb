-- Staff as the house keeps them: the number with which they take over a till, and how they get their first password.

set lock_timeout = '3s';

alter table employees
  -- Six digits of their own, hashed like a password. They open a till where a colleague has signed in, and nothing else.
  add column pin_hash text;
