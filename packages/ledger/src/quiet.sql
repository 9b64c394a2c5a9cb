-- What follows replaces triggers on all of these tables. They are locked first and in the order in which the movements
-- take them, so that a new version waits for the movements under way, and they for it, but never both for each other.
lock table ledger.idempotency, employees, approvals, ledger.campaign_grants, ledger.transactions, ledger.transaction_lines, ledger.transfers,
  ledger.point_reasons, ledger.wallets, ledger.point_lots, ledger.bonus_lots, ledger.bonus_lot_moves, ledger.deferred_sales,
  ledger.deferred_agreements, ledger.deferred_moves, ledger.deferred_limits, ledger.pay_codes, ledger.checkouts, ledger.confirmations, ledger.outbox, ledger.seals, ledger.prepaid_days, campaigns, ledger.level_changes,
  ledger.handed_points, ledger.given_levels
in share row exclusive mode;
