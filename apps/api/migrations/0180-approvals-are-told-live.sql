-- Whoever is asked for their word, and whoever waits for it, hears of it at once.

set lock_timeout = '3s';

alter table live_events
  drop constraint live_events_event_check,
  add constraint live_events_event_check check (event in ('becomeAffiliator', 'approvalChange'));
