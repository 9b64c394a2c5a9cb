-- What the application may do: read, and move value through the functions above. It writes no ledger table itself.
do $$ begin
  if not exists (select from pg_roles where rolname = 'shirogane_app') then
    create role shirogane_app nologin;
  end if;
end $$;
-- The owner may look at the books as the application does; the service's own user is let in by who migrates.
do $$ begin execute format('grant shirogane_app to %I', current_user); end $$;

grant usage on schema public, ledger to shirogane_app;
grant select on all tables in schema public, ledger to shirogane_app;
grant insert, update on sessions, notifications, rate_limits to shirogane_app;
grant insert, update, delete on messages to shirogane_app;
grant insert on users, verifications, affiliates, counter_codes, reset_flows, login_flows, email_undos, pins to shirogane_app;
grant update on verifications, counter_codes, reset_flows, login_flows, email_undos, pins to shirogane_app;
grant delete on counter_codes, reset_flows, login_flows, email_undos, pins, former_usernames to shirogane_app;
grant update (phone_number, verified, password_changed_at) on users to shirogane_app;
grant insert on step_ups, passkeys, passkey_challenges, pending_contacts, account_changes, handoffs, store_assertions
to shirogane_app;
grant update on step_ups, passkeys, pending_contacts, handoffs to shirogane_app;
grant delete on notifications, addresses, step_ups, passkeys, passkey_challenges, pending_contacts, handoffs, store_assertions to shirogane_app;
grant update (email, email_verified, suspended_at, closed_at, closed_reason, erased_at, address) on users to shirogane_app;
grant delete on rate_limits to shirogane_app;
grant update (username, username_changed_at, last_name, first_name, last_name_kana, first_name_kana, search_name,
  date_of_birth, gender, guardian_name, guardian_consented_at, terms_version, kyc_status) on users to shirogane_app;
grant insert on consents to shirogane_app;
grant insert, update on contacts to shirogane_app;
grant insert on contact_acts to shirogane_app;
grant usage on sequence contact_numbers to shirogane_app;
grant update (address) on users to shirogane_app;
grant insert, update on addresses to shirogane_app;
grant update (avatar) on users to shirogane_app;
grant insert, update, delete on avatars to shirogane_app;
grant insert, update on notification_choices to shirogane_app;
grant insert, update, delete on push_subscriptions, pushes to shirogane_app;
grant insert, update on private_files, kyc_requests to shirogane_app;
grant insert (id, name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at, needs_entry,
  payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at, created_at, created_by),
  update (name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at, needs_entry, payment_min,
  store_ids, level_indexes, member_max, budget, points_days, paused_at) on campaigns to shirogane_app;
grant update (name, quota, rate_bp, birthday_points, benefits) on levels to shirogane_app;
grant insert on campaign_entries to shirogane_app;
grant insert, update, delete on kyc_visits, sms_pauses to shirogane_app;
grant insert on kyc_images, kyc_decisions to shirogane_app;
-- Which commit wrote an act is for the database to say: the seal follows it.
revoke insert on audit_log from shirogane_app;
grant insert (id, at, actor_id, action, store_id, subject_id, object, request_id, before, after, note) on audit_log
to shirogane_app;
grant insert on payment_methods to shirogane_app;
grant update (exp_month, exp_year, nickname, is_default, removed_at) on payment_methods to shirogane_app;
grant insert on payout_methods to shirogane_app;
grant update (bank_code, bank_name, branch_code, branch_name, account_type, sealed_number, last3, account_key, seat,
  account_name_kana, is_default, changed_at, usable_from, flagged_reason, flagged_at, removed_at, stopped_at,
  review, reviewed_at, reviewed_by, review_reason) on payout_methods to shirogane_app;
grant insert, update (used_at), delete on payout_stop_codes to shirogane_app;
grant insert, update, delete on sandbox_objects to shirogane_app;
grant insert on receipts, receipt_copies to shirogane_app;
grant insert, update on skus, silver_rates, parked_sales to shirogane_app;
grant insert, update (left_at), delete on sku_images to shirogane_app;
grant insert, update (sku_ids), delete on store_favourites to shirogane_app;
grant insert on drawer_openings, exchanges to shirogane_app;
grant insert, update (name, found, created_at), delete on saved_searches to shirogane_app;
grant insert, update (status, decided_by, decided_at) on setting_changes to shirogane_app;
-- A text is published by the door for it alone: whoever proposes one writes no document of an approval.
grant insert (id, slug, follows, version, title, changes, summary, sections, is_material, effective_on, requested_by,
  requested_at), update (status, decided_by, decided_at) on legal_changes to shirogane_app;
grant update (told_until, told_id) on terms_announcements to shirogane_app;
grant insert (key, value, updated_at), update (value, updated_at) on settings to shirogane_app;
grant insert, update (status, decided_by, decided_at, decided_how, note, expires_at) on approvals to shirogane_app;
grant insert, update (name, type, store_id, active, own_customer_id, pin_hash, changed_by, changed_at) on employees to shirogane_app;
grant insert, update, delete on staff_invitations to shirogane_app;
-- The code of a store and the number of a register stand on every document: nobody changes them.
grant insert (id, code, name, postcode, address, phone, day_start, stock_below_zero, register_refund_max),
  update (name, postcode, address, phone, day_start, stock_below_zero, register_refund_max, closed_on, closed_at) on stores to shirogane_app;
grant insert (id, store_id, number, name), update (name, closed_at) on registers to shirogane_app;
grant insert, update (last_used_at), delete on register_devices to shirogane_app;
grant insert, update on daily_runs to shirogane_app;
grant insert, delete on card_keepings to shirogane_app;
grant insert on deferred_notes to shirogane_app;
grant update (state, ended_by, ended_at) on stock_counts to shirogane_app;
grant insert on member_stops, member_notes, banner_images, cash_checks, desk_readings to shirogane_app;
grant update (allowed_at, allowed_by, allow_reason) on member_stops to shirogane_app;
grant update (removed_at, removed_by) on member_notes to shirogane_app;
grant delete on banner_images, desk_readings to shirogane_app;
grant insert, update, delete on banners to shirogane_app;
-- What may go is for the tables to say: their triggers let nothing go before its time.
grant delete on audit_log, cash_checks, consents, contacts, deferred_notes, kyc_decisions, kyc_images, kyc_requests,
  member_notes, member_stops, parked_sales to shirogane_app;
grant update (fingerprint) on payment_methods to shirogane_app;
grant insert, update on settings to shirogane_app;
grant usage on sequence cash_check_numbers to shirogane_app;
grant update (disposed_on, disposed_to, disposed_by, disposed_kind, sku_id, stocked_on, stocked_by) on buyback_items to shirogane_app;
grant insert on buyback_buyers, buyback_photos to shirogane_app;
grant insert on affiliators, affiliate_flags, affiliate_decisions, live_events to shirogane_app;
grant update (stopped_at, stopped_by, stop_reason, left_at, terms_version, agreed_at, made_by, reward_method,
  reward_method_since) on affiliators to shirogane_app;
grant update (standing) on affiliates to shirogane_app;
grant update (cleared_at) on affiliate_flags to shirogane_app;
grant update, delete on live_events to shirogane_app;
grant insert, delete on low_stock to shirogane_app;
grant insert on payout_tax_numbers to shirogane_app;
grant update (attempts, available_at, leased_until, sent_at, dead) on ledger.outbox to shirogane_app;

revoke execute on all functions in schema ledger from public;
grant execute on function
  ledger.now, ledger.independent, ledger.is_own_account, ledger.staff_of_account, ledger.staff_behind, ledger.may_vouch, ledger.vouch_for, ledger.use_approval, ledger.business_date, ledger.first_answer, ledger.pay_all, ledger.pay_batch, ledger.claim, ledger.update_checkout, ledger.issue_pay_code, ledger.hold_out_pay_code,
  ledger.void_pay_codes, ledger.void_live_pay_codes, ledger.charge, ledger.charge_cash, ledger.take_back_charge, ledger.grant, ledger.grant_once, ledger.grant_invitation, ledger.grant_invitations, ledger.invited_without_gifts, ledger.gifts_of_invitations, ledger.due_rewards, ledger.rewards_of_day, ledger.settle_reward, ledger.claim_reward, ledger.hand_points, ledger.take_back_points, ledger.forfeit_points, ledger.open_wallet, ledger.home_store, ledger.judge_next_levels, ledger.take_level_changes, ledger.take_given_changes, ledger.level_held, ledger.give_level, ledger.end_given_level, ledger.falls_at_new_year, ledger.seal, ledger.audit, ledger.tidy, ledger.unname_reservations,
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
