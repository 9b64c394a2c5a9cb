-- A gift that a person gets once: the welcome, the registered birthday, the month of birth of one year, the invitation.

create table ledger.campaign_grants (
  user_id uuid not null references ledger.wallets (user_id),
  campaign text not null check (campaign ~ '^[a-z][a-z_]{2,39}$'),
  -- What "once" counts in: '' for ever, '2026' for each year.
  period text not null default '',
  transaction_id uuid not null unique,
  granted_at timestamptz not null,
  primary key (user_id, campaign, period)
);
