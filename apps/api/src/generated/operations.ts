// Written by `npm run gen` from the endpoints under packages/contract/src.
import type { Operations } from '../http/operation.ts'
import { createAddress as addressesCreate } from '../features/addresses/create.ts'
import { search as addressesSearch } from '../features/addresses/search.ts'
import { user as addressesUser } from '../features/addresses/user.ts'
import { decideAffiliate as adminDecideAffiliate } from '../features/admin/affiliates/decision.ts'
import { adminShow as adminAffiliator } from '../features/admin/affiliators/affiliator.ts'
import { adminList as adminAffiliators } from '../features/admin/affiliators/affiliators.ts'
import { allow as adminAllowAffiliator } from '../features/admin/affiliators/allow.ts'
import { stopAffiliator as adminStopAffiliator } from '../features/admin/affiliators/stop.ts'
import { showBooks as adminBooks } from '../features/admin/books.ts'
import { lift as adminLiftFreeze } from '../features/admin/books/lift.ts'
import { book as adminBuybackBook } from '../features/admin/buybacks/book.ts'
import { showBuyback as adminBuyback } from '../features/admin/buybacks/buyback.ts'
import { showBuybacks as adminBuybacks } from '../features/admin/buybacks/buybacks.ts'
import { createBuyback as adminCreateBuyback } from '../features/admin/buybacks/create-buyback.ts'
import { csv as adminBuybacksCsv } from '../features/admin/buybacks/csv.ts'
import { dispose as adminDisposeBuyback } from '../features/admin/buybacks/items.ts'
import { buyer as adminBuybackBuyer } from '../features/admin/buybacks/items/buyer.ts'
import { addPhoto as adminAddBuybackPhoto } from '../features/admin/buybacks/items/photos/add-buyback-photo.ts'
import { photo as adminBuybackPhoto } from '../features/admin/buybacks/items/photos/buyback-photo.ts'
import { stock as adminStockBuyback } from '../features/admin/buybacks/items/stock.ts'
import { member as adminBuybackMember } from '../features/admin/buybacks/member.ts'
import { payBuyback as adminSettleBuyback } from '../features/admin/buybacks/paid.ts'
import { quote as adminBuybackQuote } from '../features/admin/buybacks/quote.ts'
import { reverse as adminReverseBuyback } from '../features/admin/buybacks/reverse.ts'
import { adminShow as adminCampaign } from '../features/admin/campaigns/campaign.ts'
import { adminList as adminCampaigns } from '../features/admin/campaigns/campaigns.ts'
import { adminCreate as adminCreateCampaign } from '../features/admin/campaigns/create-campaign.ts'
import { adminUpdate as adminUpdateCampaign } from '../features/admin/campaigns/update-campaign.ts'
import { listCashChecks as adminCashChecks } from '../features/admin/cash-checks/cash-checks.ts'
import { createCashCheck as adminCreateCashCheck } from '../features/admin/cash-checks/create-cash-check.ts'
import { contact as adminContact } from '../features/admin/contacts/contact.ts'
import { contacts as adminContacts } from '../features/admin/contacts/contacts.ts'
import { updateContact as adminUpdateContact } from '../features/admin/contacts/update-contact.ts'
import { listAllBanners as adminAllBanners } from '../features/admin/content/banners/all.ts'
import { shown as adminBanners } from '../features/admin/content/banners/banners.ts'
import { createBanner as adminCreateBanner } from '../features/admin/content/banners/create-banner.ts'
import { order as adminOrderBanners } from '../features/admin/content/banners/order.ts'
import { removeBanner as adminRemoveBanner } from '../features/admin/content/banners/remove-banner.ts'
import { updateBanner as adminUpdateBanner } from '../features/admin/content/banners/update-banner.ts'
import { image as adminKycImage } from '../features/admin/kyc/images/kyc-image.ts'
import { redact as adminKycRedact } from '../features/admin/kyc/images/kyc-redact.ts'
import { decideKyc as adminKycDecide } from '../features/admin/kyc/kyc-decide.ts'
import { listKyc as adminKycList } from '../features/admin/kyc/kyc-list.ts'
import { showKyc as adminKycShow } from '../features/admin/kyc/kyc-show.ts'
import { recordVisit as adminKycVisitRecord } from '../features/admin/kyc/visits.ts'
import { scanVisit as adminKycVisitScan } from '../features/admin/kyc/visits/scan.ts'
import { decideLegalChange as adminDecideText } from '../features/admin/legal/change.ts'
import { adminShow as adminLegalText } from '../features/admin/legal/legal-text.ts'
import { adminList as adminLegalTexts } from '../features/admin/legal/legal-texts.ts'
import { propose as adminProposeText } from '../features/admin/legal/propose-text.ts'
import { adminList as adminLevels } from '../features/admin/levels/levels.ts'
import { adminUpdate as adminUpdateLevel } from '../features/admin/levels/update-level.ts'
import { listLog as adminLog } from '../features/admin/log.ts'
import { csv as adminLogCsv } from '../features/admin/log/csv.ts'
import { reviews as adminPayoutMethods } from '../features/admin/payout-methods.ts'
import { decidePayoutMethod as adminDecidePayoutMethod } from '../features/admin/payout-methods/decision.ts'
import { resume as adminResumePayouts } from '../features/admin/payout-stops/lift.ts'
import { approve as adminApprovePayouts } from '../features/admin/payouts/approve.ts'
import { exportFile as adminExportPayouts } from '../features/admin/payouts/batches/export-payouts.ts'
import { file as adminPayoutFile } from '../features/admin/payouts/batches/file.ts'
import { batches as adminPayoutBatches } from '../features/admin/payouts/batches/payout-batches.ts'
import { importResult as adminImportPayoutResult } from '../features/admin/payouts/batches/result.ts'
import { adminCancel as adminCancelPayout } from '../features/admin/payouts/cancel.ts'
import { csv as adminPayoutsCsv } from '../features/admin/payouts/csv.ts'
import { showPayout as adminPayout } from '../features/admin/payouts/payout.ts'
import { showPayouts as adminPayouts } from '../features/admin/payouts/payouts.ts'
import { recall as adminRecallPayout } from '../features/admin/payouts/recall.ts'
import { recordPayoutResult as adminSettlePayout } from '../features/admin/payouts/result.ts'
import { book as adminPrepaid } from '../features/admin/prepaid.ts'
import { approve as adminApproveCashout } from '../features/admin/prepaid/cashouts/approve.ts'
import { showCashouts as adminCashouts } from '../features/admin/prepaid/cashouts/cashouts.ts'
import { decline as adminDeclineCashout } from '../features/admin/prepaid/cashouts/decline.ts'
import { members as adminCashoutMembers } from '../features/admin/prepaid/cashouts/members.ts'
import { request as adminRequestCashout } from '../features/admin/prepaid/cashouts/request-cashout.ts'
import { csv as adminPrepaidCsv } from '../features/admin/prepaid/csv.ts'
import { cash as adminMoveCash } from '../features/admin/register/cash.ts'
import { closeBusinessDay as adminCloseDay } from '../features/admin/register/close/close-day.ts'
import { csv as adminDayCsv } from '../features/admin/register/close/csv.ts'
import { showDay as adminDay } from '../features/admin/register/close/day.ts'
import { suspects as adminDaySuspects } from '../features/admin/register/close/suspects.ts'
import { closes as adminDayCloses } from '../features/admin/register/closes.ts'
import { openDrawer as adminOpenDrawer } from '../features/admin/register/drawer.ts'
import { float as adminCountFloat } from '../features/admin/register/float.ts'
import { reopen as adminReopenDay } from '../features/admin/register/reopen.ts'
import { report as adminDayReport } from '../features/admin/register/report.ts'
import { reportCsv as adminDayReportCsv } from '../features/admin/register/report/csv.ts'
import { listSchedules as adminSchedules } from '../features/admin/schedules.ts'
import { decideSilver as adminDecideSilver } from '../features/admin/silver/decide-silver.ts'
import { requestSilver as adminRequestSilver } from '../features/admin/silver/request-silver.ts'
import { silver as adminSilver } from '../features/admin/silver/silver.ts'
import { decideSettingChange as adminDecideSetting } from '../features/admin/site/default/setting/change.ts'
import { setting as adminSetting } from '../features/admin/site/default/setting/setting.ts'
import { updateSetting as adminUpdateSetting } from '../features/admin/site/default/setting/update-setting.ts'
import { listSettings as adminSettings } from '../features/admin/site/settings.ts'
import { createStaff as adminCreateStaff } from '../features/admin/store/staff/create-staff.ts'
import { invite as adminInviteStaff } from '../features/admin/store/staff/invitation.ts'
import { showStaff as adminStaffList } from '../features/admin/store/staff/list.ts'
import { updateStaff as adminUpdateStaff } from '../features/admin/store/staff/update-staff.ts'
import { vouch as adminVouchForStaff } from '../features/admin/store/staff/vouch.ts'
import { closeStore as adminCloseStore } from '../features/admin/stores/close.ts'
import { createStore as adminCreateStore } from '../features/admin/stores/create-store.ts'
import { removeDevice as adminRemoveDevice } from '../features/admin/stores/devices.ts'
import { createRegister as adminCreateRegister } from '../features/admin/stores/registers/create-register.ts'
import { enrolDevice as adminEnrolDevice } from '../features/admin/stores/registers/devices.ts'
import { updateRegister as adminUpdateRegister } from '../features/admin/stores/registers/update-register.ts'
import { showStore as adminShowStore } from '../features/admin/stores/show-store.ts'
import { showStores as adminStores } from '../features/admin/stores/stores.ts'
import { changeStore as adminUpdateStore } from '../features/admin/stores/update-store.ts'
import { allow as adminAllowUser } from '../features/admin/user/allow.ts'
import { showDeferredAccount as adminLaterAccount } from '../features/admin/user/later/later-account.ts'
import { addDeferredNote as adminAddLaterNote } from '../features/admin/user/later/notes.ts'
import { setDeferredLimit as adminSetLaterLimit } from '../features/admin/user/later/set-later-limit.ts'
import { note as adminNoteUser } from '../features/admin/user/notes/note-user.ts'
import { removeNote as adminRemoveNote } from '../features/admin/user/notes/remove-note.ts'
import { giveRank as adminGiveRank } from '../features/admin/user/rank.ts'
import { endRank as adminEndRank } from '../features/admin/user/rank/end.ts'
import { scanUnverified as adminScanUnverified } from '../features/admin/user/scan.ts'
import { showUser as adminShowUser } from '../features/admin/user/show.ts'
import { stopUser as adminStopUser } from '../features/admin/user/stop.ts'
import { verifyUser as adminVerifyUser } from '../features/admin/user/verify.ts'
import { listUsers as adminMembers } from '../features/admin/users.ts'
import { affiliateStats as affiliatesAffiliateStats } from '../features/affiliates/affiliate/stats.ts'
import { showAffiliates as affiliatesList } from '../features/affiliates/affiliator/affiliates.ts'
import { become as affiliatesBecome } from '../features/affiliates/affiliator/become.ts'
import { count as affiliatesCount } from '../features/affiliates/affiliator/count.ts'
import { leave as affiliatesLeave } from '../features/affiliates/affiliator/leave.ts'
import { pricing as affiliatesPayoutPricing } from '../features/affiliates/affiliator/payout/pricing.ts'
import { changeMethod as rewardsChangeMethod } from '../features/affiliates/affiliator/reward-method.ts'
import { showAffiliator as affiliatesShow } from '../features/affiliates/affiliator/show.ts'
import { stats as affiliatesStats } from '../features/affiliates/affiliator/stats.ts'
import { changeTaxNumber as affiliatesChangeTaxNumber } from '../features/affiliates/affiliator/tax-number/change-tax-number.ts'
import { taxNumber as affiliatesTaxNumber } from '../features/affiliates/affiliator/tax-number/tax-number.ts'
import { terms as affiliatesTerms } from '../features/affiliates/affiliator/terms.ts'
import { card as affiliatesCard } from '../features/affiliates/card.ts'
import { claim as rewardsClaim } from '../features/affiliates/reward.ts'
import { ask as approvalsAsk } from '../features/approvals/ask.ts'
import { cancel as approvalsCancel } from '../features/approvals/cancel.ts'
import { decideAskedApproval as approvalsDecide } from '../features/approvals/decide.ts'
import { showApprovals as approvalsList } from '../features/approvals/list.ts'
import { showApproval as approvalsShow } from '../features/approvals/show.ts'
import { approveByPassword as approvalsWitness } from '../features/approvals/witness.ts'
import { confirm as authConfirm } from '../features/auth/confirm.ts'
import { undoEmail as authUndoEmail } from '../features/auth/email/undo.ts'
import { issueSignOnLink as authHandoff } from '../features/auth/handoff.ts'
import { signOnOnlineStore as authHandoffOnlineStore } from '../features/auth/handoff/online-store.ts'
import { login as authLogin } from '../features/auth/login.ts'
import { loginCode as authLoginCode } from '../features/auth/login/code.ts'
import { loginSend as authLoginSend } from '../features/auth/login/send.ts'
import { logout as authLogout } from '../features/auth/logout.ts'
import { addPasskey as authAddPasskey } from '../features/auth/passkeys/add-passkey.ts'
import { passkeyChallenge as authPasskeyChallenge } from '../features/auth/passkeys/challenge.ts'
import { passkeyLogin as authPasskeyLogin } from '../features/auth/passkeys/login.ts'
import { passkeyOptions as authPasskeyOptions } from '../features/auth/passkeys/options.ts'
import { passkeys as authPasskeys } from '../features/auth/passkeys/passkeys.ts'
import { removePasskey as authRemovePasskey } from '../features/auth/passkeys/remove-passkey.ts'
import { refreshAccessToken as authRefreshAccessToken } from '../features/auth/refresh-access-token.ts'
import { refreshToken as authRefreshToken } from '../features/auth/refresh-token.ts'
import { register as authRegister } from '../features/auth/register.ts'
import { checkReset as authCheckReset } from '../features/auth/reset/check.ts'
import { resetPassword as authResetPassword } from '../features/auth/reset/password.ts'
import { sendReset as authSendReset } from '../features/auth/send/reset.ts'
import { sendVerify as authSendVerify } from '../features/auth/send/verify.ts'
import { endSession as authEndSession } from '../features/auth/sessions/end-session.ts'
import { revokeAll as authRevokeAll } from '../features/auth/sessions/revoke-all.ts'
import { listSessions as authSessions } from '../features/auth/sessions/sessions.ts'
import { stayAwake as authStayAwake } from '../features/auth/staff/awake.ts'
import { staffInvitation as authStaffInvitation } from '../features/auth/staff/invitation.ts'
import { switchStaff as authSwitchStaff } from '../features/auth/staff/switch.ts'
import { staffWelcome as authStaffWelcome } from '../features/auth/staff/welcome.ts'
import { stepUpSend as authStepUpSend } from '../features/auth/step-up/send.ts'
import { stepUpMethods as authStepUpMethods } from '../features/auth/step-up/step-up-methods.ts'
import { stepUp as authStepUp } from '../features/auth/step-up/step-up.ts'
import { ticket as authTicket } from '../features/auth/ticket.ts'
import { verifyUser as authVerifyUser } from '../features/auth/verify/user.ts'
import { enterCampaign as campaignsEnter } from '../features/campaigns/entry.ts'
import { listCampaigns as campaignsList } from '../features/campaigns/list.ts'
import { createContact as contactsCreate } from '../features/contacts/create.ts'
import { avatar as filesAvatar } from '../features/files/avatar.ts'
import { upload as filesBanner } from '../features/files/banner.ts'
import { privateFile as filesPrivate } from '../features/files/private.ts'
import { webhook as gatewayWebhook } from '../features/gateway/webhook.ts'
import { count as inventoryCount } from '../features/inventory/counts/count.ts'
import { counts as inventoryCounts } from '../features/inventory/counts/counts.ts'
import { countEntry as inventoryCountEntry } from '../features/inventory/counts/entries.ts'
import { openCount as inventoryOpenCount } from '../features/inventory/counts/open-count.ts'
import { updateCount as inventoryUpdateCount } from '../features/inventory/counts/update-count.ts'
import { deliveries as inventoryDeliveries } from '../features/inventory/deliveries/deliveries.ts'
import { receive as inventoryReceive } from '../features/inventory/deliveries/receive.ts'
import { listInventory as inventoryList } from '../features/inventory/list.ts'
import { move as inventoryMove } from '../features/inventory/movements/move.ts'
import { movements as inventoryMovements } from '../features/inventory/movements/movements.ts'
import { release as inventoryRelease } from '../features/inventory/reservations/release.ts'
import { reservations as inventoryReservations } from '../features/inventory/reservations/reservations.ts'
import { reserve as inventoryReserve } from '../features/inventory/reservations/reserve.ts'
import { showInventoryItem as inventoryShow } from '../features/inventory/show.ts'
import { endTransfer as inventoryEndTransfer } from '../features/inventory/transfers/end.ts'
import { sendTransfer as inventorySend } from '../features/inventory/transfers/send.ts'
import { transfers as inventoryTransfers } from '../features/inventory/transfers/transfers.ts'
import { updateInventoryItem as inventoryUpdate } from '../features/inventory/update.ts'
import { listLegalDocuments as legalList } from '../features/legal/list.ts'
import { showLegalDocument as legalShow } from '../features/legal/show.ts'
import { listLevels as levelsList } from '../features/levels/list.ts'
import { nextLevel as levelsNextLevel } from '../features/levels/next-level.ts'
import { showNotifications as notificationsList } from '../features/notifications/list.ts'
import { pushKey as notificationsPushKey } from '../features/notifications/push/key.ts'
import { subscribe as notificationsSubscribe } from '../features/notifications/push/subscribe.ts'
import { unsubscribe as notificationsUnsubscribe } from '../features/notifications/push/unsubscribe.ts'
import { readAll as notificationsReadAll } from '../features/notifications/read/read-all.ts'
import { readNotifications as notificationsRead } from '../features/notifications/read/read.ts'
import { settings as notificationsSettings } from '../features/notifications/settings/settings.ts'
import { updateSettings as notificationsUpdateSettings } from '../features/notifications/settings/update-settings.ts'
import { showNotification as notificationsShow } from '../features/notifications/show.ts'
import { count as notificationsCount } from '../features/notifications/users/count.ts'
import { createPaymentMethod as paymentMethodsCreate } from '../features/payment-methods/create.ts'
import { removePaymentMethod as paymentMethodsRemove } from '../features/payment-methods/remove.ts'
import { saved as paymentMethodsSaved } from '../features/payment-methods/saved.ts'
import { setup as paymentMethodsSetup } from '../features/payment-methods/setup.ts'
import { updatePaymentMethod as paymentMethodsUpdate } from '../features/payment-methods/update.ts'
import { banks as payoutMethodsBanks } from '../features/payout-methods/bank/query.ts'
import { branches as payoutMethodsBranches } from '../features/payout-methods/bank/shop/query.ts'
import { createPayoutMethod as payoutMethodsCreate } from '../features/payout-methods/create.ts'
import { makeDefault as payoutMethodsMakeDefault } from '../features/payout-methods/default.ts'
import { listPayoutMethods as payoutMethodsList } from '../features/payout-methods/list.ts'
import { removePayoutMethod as payoutMethodsRemove } from '../features/payout-methods/remove.ts'
import { showPayoutMethod as payoutMethodsShow } from '../features/payout-methods/show.ts'
import { stopByCode as payoutMethodsStopByCode } from '../features/payout-methods/stop/stop-by-code.ts'
import { stopOwnPayouts as payoutMethodsStop } from '../features/payout-methods/stop/stop.ts'
import { updatePayoutMethod as payoutMethodsUpdate } from '../features/payout-methods/update.ts'
import { createSku as skusCreate } from '../features/skus/create.ts'
import { setFavourites as skusSetFavourites } from '../features/skus/favourites.ts'
import { showSkus as skusList } from '../features/skus/list.ts'
import { removePhoto as skusRemovePhoto } from '../features/skus/photo/remove-photo.ts'
import { setPhoto as skusSetPhoto } from '../features/skus/photo/set-photo.ts'
import { search as skusSearch } from '../features/skus/search.ts'
import { showSku as skusShow } from '../features/skus/show.ts'
import { updateSku as skusUpdate } from '../features/skus/update.ts'
import { wallet as rewardsWallet } from '../features/transactions/affiliator/wallet.ts'
import { charge as transactionsCharge } from '../features/transactions/charge.ts'
import { finishCharge as transactionsFinishCharge } from '../features/transactions/charge/finish.ts'
import { confirm as transactionsConfirm } from '../features/transactions/confirmation/confirm.ts'
import { confirmation as transactionsConfirmation } from '../features/transactions/confirmation/confirmation.ts'
import { withdraw as transactionsWithdrawConfirmation } from '../features/transactions/confirmation/withdraw-confirmation.ts'
import { convert as transactionsConvert } from '../features/transactions/convert/amount.ts'
import { voidSale as transactionsDelete } from '../features/transactions/delete.ts'
import { details as transactionsDetails } from '../features/transactions/details.ts'
import { exchange as transactionsExchange } from '../features/transactions/exchange.ts'
import { showOwnDeferred as transactionsOwnLater } from '../features/transactions/later/own-later.ts'
import { payDeferred as transactionsPayLater } from '../features/transactions/later/pay-later.ts'
import { listTransactions as transactionsList } from '../features/transactions/list.ts'
import { missing as transactionsMissing } from '../features/transactions/missing.ts'
import { pay as transactionsPay } from '../features/transactions/pay.ts'
import { payUpdate as transactionsPayUpdate } from '../features/transactions/pay/update.ts'
import { request as transactionsPayout } from '../features/transactions/payout.ts'
import { cancel as transactionsCancelPayout } from '../features/transactions/payout/cancel.ts'
import { receipt as transactionsReceipt } from '../features/transactions/receipt.ts'
import { receiptCopy as transactionsReceiptCopy } from '../features/transactions/receipt/copies.ts'
import { formalReceipt as transactionsFormalReceipt } from '../features/transactions/receipt/formal.ts'
import { formalReceiptCopy as transactionsFormalReceiptCopy } from '../features/transactions/receipt/formal/copies.ts'
import { formalReceiptPdf as transactionsFormalReceiptPdf } from '../features/transactions/receipt/formal/pdf.ts'
import { receiptMail as transactionsReceiptMail } from '../features/transactions/receipt/mail.ts'
import { receiptPdf as transactionsReceiptPdf } from '../features/transactions/receipt/pdf.ts'
import { refund as transactionsRefund } from '../features/transactions/refund.ts'
import { refundPreview as transactionsRefundPreview } from '../features/transactions/refund/preview.ts'
import { chargeCash as transactionsChargeCash } from '../features/transactions/register/charge.ts'
import { shownMember as transactionsShownMember } from '../features/transactions/register/member.ts'
import { registerState as transactionsRegisterState } from '../features/transactions/register/state.ts'
import { registerTerms as transactionsRegisterTerms } from '../features/transactions/register/terms.ts'
import { transferPoint as transactionsTransferPoint } from '../features/transactions/register/transfer-point.ts'
import { park as transactionsPark } from '../features/transactions/saved/park.ts'
import { resume as transactionsResume } from '../features/transactions/saved/resume.ts'
import { updateParked as transactionsUpdateParked } from '../features/transactions/saved/update-parked.ts'
import { search as transactionsSearch } from '../features/transactions/search.ts'
import { searchCsv as transactionsSearchCsv } from '../features/transactions/search/csv.ts'
import { searchSaved as transactionsSearchSaved } from '../features/transactions/search/saved.ts'
import { removeSearch as transactionsRemoveSearch } from '../features/transactions/searches/remove-search.ts'
import { renameSearch as transactionsRenameSearch } from '../features/transactions/searches/rename-search.ts'
import { saveSearch as transactionsSaveSearch } from '../features/transactions/searches/save-search.ts'
import { savedSearches as transactionsSavedSearches } from '../features/transactions/searches/saved-searches.ts'
import { payoutStatement as transactionsPayoutStatement } from '../features/transactions/statement.ts'
import { payoutStatementPdf as transactionsPayoutStatementPdf } from '../features/transactions/statement/pdf.ts'
import { stores as transactionsStores } from '../features/transactions/stores.ts'
import { collectDeferred as transactionsLaterCollect } from '../features/transactions/user/later/later-collect.ts'
import { listDeferred as transactionsLaterList } from '../features/transactions/user/later/later-list.ts'
import { writeOff as transactionsWriteOff } from '../features/transactions/write-off.ts'
import { admin as usersAdmin } from '../features/users/admin.ts'
import { agreeToTos as usersAgreeToTos } from '../features/users/agree-to-tos.ts'
import { avatar as usersAvatar } from '../features/users/avatar.ts'
import { contactTransaction as usersContactTransaction } from '../features/users/contact/transaction.ts'
import { changeEmail as usersEmail } from '../features/users/email.ts'
import { sendEmailCode as usersSendEmailCode } from '../features/users/email/verify.ts'
import { employeeDetails as usersEmployeeDetails } from '../features/users/employee-details.ts'
import { isEmailAvailable as usersIsEmailAvailable } from '../features/users/is-email-available.ts'
import { isPhoneAvailable as usersIsPhoneAvailable } from '../features/users/is-phone-available.ts'
import { isUsernameAvailable as usersIsUsernameAvailable } from '../features/users/is-username-available.ts'
import { request as usersKycRequest } from '../features/users/kyc-request.ts'
import { visit as usersKycVisit } from '../features/users/kyc-visit.ts'
import { state as usersKyc } from '../features/users/kyc.ts'
import { level as usersLevel } from '../features/users/level.ts'
import { history as usersLevelHistory } from '../features/users/level/history.ts'
import { exportData as usersExport } from '../features/users/me/export.ts'
import { me as usersMe } from '../features/users/me/me.ts'
import { closeOwnAccount as usersRemove } from '../features/users/me/remove.ts'
import { changePassword as usersPassword } from '../features/users/password.ts'
import { movePhone as usersPhone } from '../features/users/phone.ts'
import { changePhone as usersChangePhone } from '../features/users/phone/unverified.ts'
import { changePin as usersPin } from '../features/users/pin.ts'
import { profile as usersProfile } from '../features/users/profile.ts'
import { holdOutToken as usersHoldOutToken } from '../features/users/token/hold-out-token.ts'
import { token as usersToken } from '../features/users/token/token.ts'
import { voidToken as usersVoidToken } from '../features/users/token/void-token.ts'
import { verifyEmail as usersVerifyEmail } from '../features/users/verify/email.ts'
import { verifyPhone as usersVerifyPhone } from '../features/users/verify/phone.ts'
import { wallet as usersWallet } from '../features/users/wallet.ts'

/** Every call of the contract and the function that answers it. */
export const operations: Operations = {
  'addresses.create': addressesCreate,
  'addresses.search': addressesSearch,
  'addresses.user': addressesUser,
  'admin.decideAffiliate': adminDecideAffiliate,
  'admin.affiliator': adminAffiliator,
  'admin.affiliators': adminAffiliators,
  'admin.allowAffiliator': adminAllowAffiliator,
  'admin.stopAffiliator': adminStopAffiliator,
  'admin.books': adminBooks,
  'admin.liftFreeze': adminLiftFreeze,
  'admin.buybackBook': adminBuybackBook,
  'admin.buyback': adminBuyback,
  'admin.buybacks': adminBuybacks,
  'admin.createBuyback': adminCreateBuyback,
  'admin.buybacksCsv': adminBuybacksCsv,
  'admin.disposeBuyback': adminDisposeBuyback,
  'admin.buybackBuyer': adminBuybackBuyer,
  'admin.addBuybackPhoto': adminAddBuybackPhoto,
  'admin.buybackPhoto': adminBuybackPhoto,
  'admin.stockBuyback': adminStockBuyback,
  'admin.buybackMember': adminBuybackMember,
  'admin.settleBuyback': adminSettleBuyback,
  'admin.buybackQuote': adminBuybackQuote,
  'admin.reverseBuyback': adminReverseBuyback,
  'admin.campaign': adminCampaign,
  'admin.campaigns': adminCampaigns,
  'admin.createCampaign': adminCreateCampaign,
  'admin.updateCampaign': adminUpdateCampaign,
  'admin.cashChecks': adminCashChecks,
  'admin.createCashCheck': adminCreateCashCheck,
  'admin.contact': adminContact,
  'admin.contacts': adminContacts,
  'admin.updateContact': adminUpdateContact,
  'admin.allBanners': adminAllBanners,
  'admin.banners': adminBanners,
  'admin.createBanner': adminCreateBanner,
  'admin.orderBanners': adminOrderBanners,
  'admin.removeBanner': adminRemoveBanner,
  'admin.updateBanner': adminUpdateBanner,
  'admin.kycImage': adminKycImage,
  'admin.kycRedact': adminKycRedact,
  'admin.kycDecide': adminKycDecide,
  'admin.kycList': adminKycList,
  'admin.kycShow': adminKycShow,
  'admin.kycVisitRecord': adminKycVisitRecord,
  'admin.kycVisitScan': adminKycVisitScan,
  'admin.decideText': adminDecideText,
  'admin.legalText': adminLegalText,
  'admin.legalTexts': adminLegalTexts,
  'admin.proposeText': adminProposeText,
  'admin.levels': adminLevels,
  'admin.updateLevel': adminUpdateLevel,
  'admin.log': adminLog,
  'admin.logCsv': adminLogCsv,
  'admin.payoutMethods': adminPayoutMethods,
  'admin.decidePayoutMethod': adminDecidePayoutMethod,
  'admin.resumePayouts': adminResumePayouts,
  'admin.approvePayouts': adminApprovePayouts,
  'admin.exportPayouts': adminExportPayouts,
  'admin.payoutFile': adminPayoutFile,
  'admin.payoutBatches': adminPayoutBatches,
  'admin.importPayoutResult': adminImportPayoutResult,
  'admin.cancelPayout': adminCancelPayout,
  'admin.payoutsCsv': adminPayoutsCsv,
  'admin.payout': adminPayout,
  'admin.payouts': adminPayouts,
  'admin.recallPayout': adminRecallPayout,
  'admin.settlePayout': adminSettlePayout,
  'admin.prepaid': adminPrepaid,
  'admin.approveCashout': adminApproveCashout,
  'admin.cashouts': adminCashouts,
  'admin.declineCashout': adminDeclineCashout,
  'admin.cashoutMembers': adminCashoutMembers,
  'admin.requestCashout': adminRequestCashout,
  'admin.prepaidCsv': adminPrepaidCsv,
  'admin.moveCash': adminMoveCash,
  'admin.closeDay': adminCloseDay,
  'admin.dayCsv': adminDayCsv,
  'admin.day': adminDay,
  'admin.daySuspects': adminDaySuspects,
  'admin.dayCloses': adminDayCloses,
  'admin.openDrawer': adminOpenDrawer,
  'admin.countFloat': adminCountFloat,
  'admin.reopenDay': adminReopenDay,
  'admin.dayReport': adminDayReport,
  'admin.dayReportCsv': adminDayReportCsv,
  'admin.schedules': adminSchedules,
  'admin.decideSilver': adminDecideSilver,
  'admin.requestSilver': adminRequestSilver,
  'admin.silver': adminSilver,
  'admin.decideSetting': adminDecideSetting,
  'admin.setting': adminSetting,
  'admin.updateSetting': adminUpdateSetting,
  'admin.settings': adminSettings,
  'admin.createStaff': adminCreateStaff,
  'admin.inviteStaff': adminInviteStaff,
  'admin.staffList': adminStaffList,
  'admin.updateStaff': adminUpdateStaff,
  'admin.vouchForStaff': adminVouchForStaff,
  'admin.closeStore': adminCloseStore,
  'admin.createStore': adminCreateStore,
  'admin.removeDevice': adminRemoveDevice,
  'admin.createRegister': adminCreateRegister,
  'admin.enrolDevice': adminEnrolDevice,
  'admin.updateRegister': adminUpdateRegister,
  'admin.showStore': adminShowStore,
  'admin.stores': adminStores,
  'admin.updateStore': adminUpdateStore,
  'admin.allowUser': adminAllowUser,
  'admin.laterAccount': adminLaterAccount,
  'admin.addLaterNote': adminAddLaterNote,
  'admin.setLaterLimit': adminSetLaterLimit,
  'admin.noteUser': adminNoteUser,
  'admin.removeNote': adminRemoveNote,
  'admin.giveRank': adminGiveRank,
  'admin.endRank': adminEndRank,
  'admin.scanUnverified': adminScanUnverified,
  'admin.showUser': adminShowUser,
  'admin.stopUser': adminStopUser,
  'admin.verifyUser': adminVerifyUser,
  'admin.members': adminMembers,
  'affiliates.affiliateStats': affiliatesAffiliateStats,
  'affiliates.list': affiliatesList,
  'affiliates.become': affiliatesBecome,
  'affiliates.count': affiliatesCount,
  'affiliates.leave': affiliatesLeave,
  'affiliates.payoutPricing': affiliatesPayoutPricing,
  'rewards.changeMethod': rewardsChangeMethod,
  'affiliates.show': affiliatesShow,
  'affiliates.stats': affiliatesStats,
  'affiliates.changeTaxNumber': affiliatesChangeTaxNumber,
  'affiliates.taxNumber': affiliatesTaxNumber,
  'affiliates.terms': affiliatesTerms,
  'affiliates.card': affiliatesCard,
  'rewards.claim': rewardsClaim,
  'approvals.ask': approvalsAsk,
  'approvals.cancel': approvalsCancel,
  'approvals.decide': approvalsDecide,
  'approvals.list': approvalsList,
  'approvals.show': approvalsShow,
  'approvals.witness': approvalsWitness,
  'auth.confirm': authConfirm,
  'auth.undoEmail': authUndoEmail,
  'auth.handoff': authHandoff,
  'auth.handoffOnlineStore': authHandoffOnlineStore,
  'auth.login': authLogin,
  'auth.loginCode': authLoginCode,
  'auth.loginSend': authLoginSend,
  'auth.logout': authLogout,
  'auth.addPasskey': authAddPasskey,
  'auth.passkeyChallenge': authPasskeyChallenge,
  'auth.passkeyLogin': authPasskeyLogin,
  'auth.passkeyOptions': authPasskeyOptions,
  'auth.passkeys': authPasskeys,
  'auth.removePasskey': authRemovePasskey,
  'auth.refreshAccessToken': authRefreshAccessToken,
  'auth.refreshToken': authRefreshToken,
  'auth.register': authRegister,
  'auth.checkReset': authCheckReset,
  'auth.resetPassword': authResetPassword,
  'auth.sendReset': authSendReset,
  'auth.sendVerify': authSendVerify,
  'auth.endSession': authEndSession,
  'auth.revokeAll': authRevokeAll,
  'auth.sessions': authSessions,
  'auth.stayAwake': authStayAwake,
  'auth.staffInvitation': authStaffInvitation,
  'auth.switchStaff': authSwitchStaff,
  'auth.staffWelcome': authStaffWelcome,
  'auth.stepUpSend': authStepUpSend,
  'auth.stepUpMethods': authStepUpMethods,
  'auth.stepUp': authStepUp,
  'auth.ticket': authTicket,
  'auth.verifyUser': authVerifyUser,
  'campaigns.enter': campaignsEnter,
  'campaigns.list': campaignsList,
  'contacts.create': contactsCreate,
  'files.avatar': filesAvatar,
  'files.banner': filesBanner,
  'files.private': filesPrivate,
  'gateway.webhook': gatewayWebhook,
  'inventory.count': inventoryCount,
  'inventory.counts': inventoryCounts,
  'inventory.countEntry': inventoryCountEntry,
  'inventory.openCount': inventoryOpenCount,
  'inventory.updateCount': inventoryUpdateCount,
  'inventory.deliveries': inventoryDeliveries,
  'inventory.receive': inventoryReceive,
  'inventory.list': inventoryList,
  'inventory.move': inventoryMove,
  'inventory.movements': inventoryMovements,
  'inventory.release': inventoryRelease,
  'inventory.reservations': inventoryReservations,
  'inventory.reserve': inventoryReserve,
  'inventory.show': inventoryShow,
  'inventory.endTransfer': inventoryEndTransfer,
  'inventory.send': inventorySend,
  'inventory.transfers': inventoryTransfers,
  'inventory.update': inventoryUpdate,
  'legal.list': legalList,
  'legal.show': legalShow,
  'levels.list': levelsList,
  'levels.nextLevel': levelsNextLevel,
  'notifications.list': notificationsList,
  'notifications.pushKey': notificationsPushKey,
  'notifications.subscribe': notificationsSubscribe,
  'notifications.unsubscribe': notificationsUnsubscribe,
  'notifications.readAll': notificationsReadAll,
  'notifications.read': notificationsRead,
  'notifications.settings': notificationsSettings,
  'notifications.updateSettings': notificationsUpdateSettings,
  'notifications.show': notificationsShow,
  'notifications.count': notificationsCount,
  'paymentMethods.create': paymentMethodsCreate,
  'paymentMethods.remove': paymentMethodsRemove,
  'paymentMethods.saved': paymentMethodsSaved,
  'paymentMethods.setup': paymentMethodsSetup,
  'paymentMethods.update': paymentMethodsUpdate,
  'payoutMethods.banks': payoutMethodsBanks,
  'payoutMethods.branches': payoutMethodsBranches,
  'payoutMethods.create': payoutMethodsCreate,
  'payoutMethods.makeDefault': payoutMethodsMakeDefault,
  'payoutMethods.list': payoutMethodsList,
  'payoutMethods.remove': payoutMethodsRemove,
  'payoutMethods.show': payoutMethodsShow,
  'payoutMethods.stopByCode': payoutMethodsStopByCode,
  'payoutMethods.stop': payoutMethodsStop,
  'payoutMethods.update': payoutMethodsUpdate,
  'skus.create': skusCreate,
  'skus.setFavourites': skusSetFavourites,
  'skus.list': skusList,
  'skus.removePhoto': skusRemovePhoto,
  'skus.setPhoto': skusSetPhoto,
  'skus.search': skusSearch,
  'skus.show': skusShow,
  'skus.update': skusUpdate,
  'rewards.wallet': rewardsWallet,
  'transactions.charge': transactionsCharge,
  'transactions.finishCharge': transactionsFinishCharge,
  'transactions.confirm': transactionsConfirm,
  'transactions.confirmation': transactionsConfirmation,
  'transactions.withdrawConfirmation': transactionsWithdrawConfirmation,
  'transactions.convert': transactionsConvert,
  'transactions.delete': transactionsDelete,
  'transactions.details': transactionsDetails,
  'transactions.exchange': transactionsExchange,
  'transactions.ownLater': transactionsOwnLater,
  'transactions.payLater': transactionsPayLater,
  'transactions.list': transactionsList,
  'transactions.missing': transactionsMissing,
  'transactions.pay': transactionsPay,
  'transactions.payUpdate': transactionsPayUpdate,
  'transactions.payout': transactionsPayout,
  'transactions.cancelPayout': transactionsCancelPayout,
  'transactions.receipt': transactionsReceipt,
  'transactions.receiptCopy': transactionsReceiptCopy,
  'transactions.formalReceipt': transactionsFormalReceipt,
  'transactions.formalReceiptCopy': transactionsFormalReceiptCopy,
  'transactions.formalReceiptPdf': transactionsFormalReceiptPdf,
  'transactions.receiptMail': transactionsReceiptMail,
  'transactions.receiptPdf': transactionsReceiptPdf,
  'transactions.refund': transactionsRefund,
  'transactions.refundPreview': transactionsRefundPreview,
  'transactions.chargeCash': transactionsChargeCash,
  'transactions.shownMember': transactionsShownMember,
  'transactions.registerState': transactionsRegisterState,
  'transactions.registerTerms': transactionsRegisterTerms,
  'transactions.transferPoint': transactionsTransferPoint,
  'transactions.park': transactionsPark,
  'transactions.resume': transactionsResume,
  'transactions.updateParked': transactionsUpdateParked,
  'transactions.search': transactionsSearch,
  'transactions.searchCsv': transactionsSearchCsv,
  'transactions.searchSaved': transactionsSearchSaved,
  'transactions.removeSearch': transactionsRemoveSearch,
  'transactions.renameSearch': transactionsRenameSearch,
  'transactions.saveSearch': transactionsSaveSearch,
  'transactions.savedSearches': transactionsSavedSearches,
  'transactions.payoutStatement': transactionsPayoutStatement,
  'transactions.payoutStatementPdf': transactionsPayoutStatementPdf,
  'transactions.stores': transactionsStores,
  'transactions.laterCollect': transactionsLaterCollect,
  'transactions.laterList': transactionsLaterList,
  'transactions.writeOff': transactionsWriteOff,
  'users.admin': usersAdmin,
  'users.agreeToTos': usersAgreeToTos,
  'users.avatar': usersAvatar,
  'users.contactTransaction': usersContactTransaction,
  'users.email': usersEmail,
  'users.sendEmailCode': usersSendEmailCode,
  'users.employeeDetails': usersEmployeeDetails,
  'users.isEmailAvailable': usersIsEmailAvailable,
  'users.isPhoneAvailable': usersIsPhoneAvailable,
  'users.isUsernameAvailable': usersIsUsernameAvailable,
  'users.kycRequest': usersKycRequest,
  'users.kycVisit': usersKycVisit,
  'users.kyc': usersKyc,
  'users.level': usersLevel,
  'users.levelHistory': usersLevelHistory,
  'users.export': usersExport,
  'users.me': usersMe,
  'users.remove': usersRemove,
  'users.password': usersPassword,
  'users.phone': usersPhone,
  'users.changePhone': usersChangePhone,
  'users.pin': usersPin,
  'users.profile': usersProfile,
  'users.holdOutToken': usersHoldOutToken,
  'users.token': usersToken,
  'users.voidToken': usersVoidToken,
  'users.verifyEmail': usersVerifyEmail,
  'users.verifyPhone': usersVerifyPhone,
  'users.wallet': usersWallet,
}
