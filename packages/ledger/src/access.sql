-- Which functions the application may call: it reads, and moves value through these. What it may do to a table stands with
-- the table.
revoke execute on all functions in schema ledger from public;
grant execute on function
  ledger.now, ledger.independent, ledger.is_own_account, ledger.staff_of_account, ledger.staff_behind, ledger.may_vouch, ledger.vouch_for, ledger.use_approval, ledger.business_date, ledger.first_answer, ledger.pay_all, ledger.pay_batch, ledger.claim, ledger.update_checkout, ledger.issue_pay_code, ledger.hold_out_pay_code,
  ledger.void_pay_codes, ledger.void_live_pay_codes, ledger.charge, ledger.charge_cash, ledger.take_back_charge, ledger.grant, ledger.grant_once, ledger.grant_invitation, ledger.grant_invitations, ledger.invited_without_gifts, ledger.gifts_of_invitations, ledger.due_rewards, ledger.rewards_of_day, ledger.settle_reward, ledger.claim_reward, ledger.hand_points, ledger.take_back_points, ledger.ask_move, ledger.drop_move, ledger.forfeit_points, ledger.open_wallet, ledger.home_store, ledger.judge_next_levels, ledger.take_level_changes, ledger.take_given_changes, ledger.level_held, ledger.give_level, ledger.end_given_level, ledger.falls_at_new_year, ledger.seal, ledger.audit, ledger.tidy, ledger.unname_reservations,
  ledger.close_lapsed_checkouts, ledger.ask_confirmation, ledger.answer_confirmation, ledger.withdraw_confirmation,
  ledger.end_confirmations, ledger.open_card_charge, ledger.name_card_charge, ledger.settle_card_charge,
  ledger.fail_card_charge, ledger.take_card_charges, ledger.pending_card_charges, ledger.refund, ledger.hold_exchange, ledger.refund_plan,
  ledger.may_give_back, ledger.correct, ledger.corrected_shares, ledger.expire_due, ledger.convert_points, ledger.roll_prepaid, ledger.prepaid_book,
  ledger.prepaid_unused, ledger.cashout_quota, ledger.request_cashout, ledger.approve_cashout, ledger.decline_cashout, ledger.shop_date, ledger.day_key, ledger.day_is_open, ledger.day_report, ledger.count_float, ledger.move_cash, ledger.drawer_now,
  ledger.day_movements, ledger.close_day, ledger.reopen_day, ledger.close_blockers, ledger.shop_closing, ledger.office_kinds, ledger.earlier_open_day, ledger.carried_float, ledger.collect_deferred, ledger.write_off_deferred, ledger.set_deferred_limit, ledger.deferred_due_on, ledger.deferred_refusal, ledger.move_stock, ledger.counted_stock, ledger.reserve_stock, ledger.lapse_reservations, ledger.set_reorder_point, ledger.stock_sales, ledger.count_stock, ledger.open_count,
  ledger.buyback_terms, ledger.buyback_lookalikes, ledger.buy_back, ledger.settle_buyback, ledger.reverse_buyback, ledger.piece_sale, ledger.cash_of_day,
  ledger.request_payout, ledger.cancel_payout, ledger.approve_payouts, ledger.take_payouts, ledger.export_payouts,
  ledger.settle_payouts, ledger.recall_payout, ledger.withholding_month, ledger.withholding_of, ledger.payable_reward,
  ledger.stop_payouts, ledger.resume_payouts, ledger.try_setting, ledger.check_books, ledger.lift_freeze, ledger.text_earliest, ledger.text_latest, ledger.text_refusal, ledger.publish_text
to shirogane_app;
