// Written by `npm run gen` from the endpoints under packages/contract/src.
import type { CallName } from '../wire/calls.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { createAddress as addressesCreate } from '../addresses/create.ts'
import { search as addressesSearch } from '../addresses/search.ts'
import { user as addressesUser } from '../addresses/user.ts'
import { decideAffiliate as adminDecideAffiliate } from '../admin/affiliates/decision.ts'
import { affiliator as adminAffiliator } from '../admin/affiliators/affiliator.ts'
import { affiliators as adminAffiliators } from '../admin/affiliators/affiliators.ts'
import { allowAffiliator as adminAllowAffiliator } from '../admin/affiliators/allow.ts'
import { stopAffiliator as adminStopAffiliator } from '../admin/affiliators/stop.ts'
import { books as adminBooks } from '../admin/books.ts'
import { liftFreeze as adminLiftFreeze } from '../admin/books/lift.ts'
import { buybackBook as adminBuybackBook } from '../admin/buybacks/book.ts'
import { buyback as adminBuyback } from '../admin/buybacks/buyback.ts'
import { buybacks as adminBuybacks } from '../admin/buybacks/buybacks.ts'
import { createBuyback as adminCreateBuyback } from '../admin/buybacks/create-buyback.ts'
import { buybacksCsv as adminBuybacksCsv } from '../admin/buybacks/csv.ts'
import { disposeBuyback as adminDisposeBuyback } from '../admin/buybacks/items.ts'
import { buybackBuyer as adminBuybackBuyer } from '../admin/buybacks/items/buyer.ts'
import { addBuybackPhoto as adminAddBuybackPhoto } from '../admin/buybacks/items/photos/add-buyback-photo.ts'
import { buybackPhoto as adminBuybackPhoto } from '../admin/buybacks/items/photos/buyback-photo.ts'
import { stockBuyback as adminStockBuyback } from '../admin/buybacks/items/stock.ts'
import { buybackMember as adminBuybackMember } from '../admin/buybacks/member.ts'
import { recordBuybackPaid as adminSettleBuyback } from '../admin/buybacks/paid.ts'
import { buybackQuote as adminBuybackQuote } from '../admin/buybacks/quote.ts'
import { reverseBuyback as adminReverseBuyback } from '../admin/buybacks/reverse.ts'
import { campaign as adminCampaign } from '../admin/campaigns/campaign.ts'
import { campaigns as adminCampaigns } from '../admin/campaigns/campaigns.ts'
import { createCampaign as adminCreateCampaign } from '../admin/campaigns/create-campaign.ts'
import { updateCampaign as adminUpdateCampaign } from '../admin/campaigns/update-campaign.ts'
import { cashChecks as adminCashChecks } from '../admin/cash-checks/cash-checks.ts'
import { createCashCheck as adminCreateCashCheck } from '../admin/cash-checks/create-cash-check.ts'
import { contact as adminContact } from '../admin/contacts/contact.ts'
import { contacts as adminContacts } from '../admin/contacts/contacts.ts'
import { updateContact as adminUpdateContact } from '../admin/contacts/update-contact.ts'
import { allBannersCall as adminAllBanners } from '../admin/content/banners/all.ts'
import { banners as adminBanners } from '../admin/content/banners/banners.ts'
import { createBanner as adminCreateBanner } from '../admin/content/banners/create-banner.ts'
import { orderBanners as adminOrderBanners } from '../admin/content/banners/order.ts'
import { removeBanner as adminRemoveBanner } from '../admin/content/banners/remove-banner.ts'
import { updateBanner as adminUpdateBanner } from '../admin/content/banners/update-banner.ts'
import { kycImage as adminKycImage } from '../admin/kyc/images/kyc-image.ts'
import { kycRedact as adminKycRedact } from '../admin/kyc/images/kyc-redact.ts'
import { kycDecide as adminKycDecide } from '../admin/kyc/kyc-decide.ts'
import { kycList as adminKycList } from '../admin/kyc/kyc-list.ts'
import { kycShow as adminKycShow } from '../admin/kyc/kyc-show.ts'
import { kycVisitRecord as adminKycVisitRecord } from '../admin/kyc/visits.ts'
import { kycVisitScan as adminKycVisitScan } from '../admin/kyc/visits/scan.ts'
import { decideText as adminDecideText } from '../admin/legal/change.ts'
import { legalText as adminLegalText } from '../admin/legal/legal-text.ts'
import { legalDocuments as adminLegalTexts } from '../admin/legal/legal-texts.ts'
import { proposeText as adminProposeText } from '../admin/legal/propose-text.ts'
import { levels as adminLevels } from '../admin/levels/levels.ts'
import { updateLevel as adminUpdateLevel } from '../admin/levels/update-level.ts'
import { log as adminLog } from '../admin/log.ts'
import { logCsv as adminLogCsv } from '../admin/log/csv.ts'
import { payoutMethods as adminPayoutMethods } from '../admin/payout-methods.ts'
import { decidePayoutMethod as adminDecidePayoutMethod } from '../admin/payout-methods/decision.ts'
import { resumePayouts as adminResumePayouts } from '../admin/payout-stops/lift.ts'
import { approvePayouts as adminApprovePayouts } from '../admin/payouts/approve.ts'
import { exportPayouts as adminExportPayouts } from '../admin/payouts/batches/export-payouts.ts'
import { payoutFile as adminPayoutFile } from '../admin/payouts/batches/file.ts'
import { payoutBatches as adminPayoutBatches } from '../admin/payouts/batches/payout-batches.ts'
import { importPayoutResult as adminImportPayoutResult } from '../admin/payouts/batches/result.ts'
import { cancelPayout as adminCancelPayout } from '../admin/payouts/cancel.ts'
import { payoutsCsv as adminPayoutsCsv } from '../admin/payouts/csv.ts'
import { payout as adminPayout } from '../admin/payouts/payout.ts'
import { payouts as adminPayouts } from '../admin/payouts/payouts.ts'
import { recallPayout as adminRecallPayout } from '../admin/payouts/recall.ts'
import { recordPayoutResult as adminSettlePayout } from '../admin/payouts/result.ts'
import { prepaid as adminPrepaid } from '../admin/prepaid.ts'
import { approveCashout as adminApproveCashout } from '../admin/prepaid/cashouts/approve.ts'
import { cashouts as adminCashouts } from '../admin/prepaid/cashouts/cashouts.ts'
import { declineCashout as adminDeclineCashout } from '../admin/prepaid/cashouts/decline.ts'
import { cashoutMembers as adminCashoutMembers } from '../admin/prepaid/cashouts/members.ts'
import { requestCashout as adminRequestCashout } from '../admin/prepaid/cashouts/request-cashout.ts'
import { prepaidCsv as adminPrepaidCsv } from '../admin/prepaid/csv.ts'
import { moveCash as adminMoveCash } from '../admin/register/cash.ts'
import { closeDay as adminCloseDay } from '../admin/register/close/close-day.ts'
import { dayCsv as adminDayCsv } from '../admin/register/close/csv.ts'
import { day as adminDay } from '../admin/register/close/day.ts'
import { daySuspects as adminDaySuspects } from '../admin/register/close/suspects.ts'
import { dayCloses as adminDayCloses } from '../admin/register/closes.ts'
import { openDrawer as adminOpenDrawer } from '../admin/register/drawer.ts'
import { countFloat as adminCountFloat } from '../admin/register/float.ts'
import { reopenDay as adminReopenDay } from '../admin/register/reopen.ts'
import { dayReport as adminDayReport } from '../admin/register/report.ts'
import { dayReportCsv as adminDayReportCsv } from '../admin/register/report/csv.ts'
import { schedules as adminSchedules } from '../admin/schedules.ts'
import { decideSilver as adminDecideSilver } from '../admin/silver/decide-silver.ts'
import { requestSilver as adminRequestSilver } from '../admin/silver/request-silver.ts'
import { silver as adminSilver } from '../admin/silver/silver.ts'
import { decideSetting as adminDecideSetting } from '../admin/site/default/setting/change.ts'
import { setting as adminSetting } from '../admin/site/default/setting/setting.ts'
import { updateSetting as adminUpdateSetting } from '../admin/site/default/setting/update-setting.ts'
import { settings as adminSettings } from '../admin/site/settings.ts'
import { createStaff as adminCreateStaff } from '../admin/store/staff/create-staff.ts'
import { inviteStaff as adminInviteStaff } from '../admin/store/staff/invitation.ts'
import { staffList as adminStaffList } from '../admin/store/staff/list.ts'
import { updateStaff as adminUpdateStaff } from '../admin/store/staff/update-staff.ts'
import { vouchForStaff as adminVouchForStaff } from '../admin/store/staff/vouch.ts'
import { closeStore as adminCloseStore } from '../admin/stores/close.ts'
import { createStore as adminCreateStore } from '../admin/stores/create-store.ts'
import { removeDevice as adminRemoveDevice } from '../admin/stores/devices.ts'
import { createRegister as adminCreateRegister } from '../admin/stores/registers/create-register.ts'
import { enrolDevice as adminEnrolDevice } from '../admin/stores/registers/devices.ts'
import { updateRegister as adminUpdateRegister } from '../admin/stores/registers/update-register.ts'
import { showStore as adminShowStore } from '../admin/stores/show-store.ts'
import { stores as adminStores } from '../admin/stores/stores.ts'
import { updateStore as adminUpdateStore } from '../admin/stores/update-store.ts'
import { allowUser as adminAllowUser } from '../admin/user/allow.ts'
import { deferredAccount as adminLaterAccount } from '../admin/user/later/later-account.ts'
import { addDeferredNote as adminAddLaterNote } from '../admin/user/later/notes.ts'
import { setDeferredLimit as adminSetLaterLimit } from '../admin/user/later/set-later-limit.ts'
import { noteUser as adminNoteUser } from '../admin/user/notes/note-user.ts'
import { removeNote as adminRemoveNote } from '../admin/user/notes/remove-note.ts'
import { giveRank as adminGiveRank } from '../admin/user/rank.ts'
import { endRank as adminEndRank } from '../admin/user/rank/end.ts'
import { scanUnverified as adminScanUnverified } from '../admin/user/scan.ts'
import { showUser as adminShowUser } from '../admin/user/show.ts'
import { stopUser as adminStopUser } from '../admin/user/stop.ts'
import { verifyUser as adminVerifyUser } from '../admin/user/verify.ts'
import { members as adminMembers } from '../admin/users.ts'
import { affiliateStatsCall as affiliatesAffiliateStats } from '../affiliates/affiliate/stats.ts'
import { listAffiliates as affiliatesList } from '../affiliates/affiliator/affiliates.ts'
import { become as affiliatesBecome } from '../affiliates/affiliator/become.ts'
import { count as affiliatesCount } from '../affiliates/affiliator/count.ts'
import { leave as affiliatesLeave } from '../affiliates/affiliator/leave.ts'
import { payoutPricing as affiliatesPayoutPricing } from '../affiliates/affiliator/payout/pricing.ts'
import { changeMethod as rewardsChangeMethod } from '../affiliates/affiliator/reward-method.ts'
import { showAffiliator as affiliatesShow } from '../affiliates/affiliator/show.ts'
import { statsCall as affiliatesStats } from '../affiliates/affiliator/stats.ts'
import { changeTaxNumber as affiliatesChangeTaxNumber } from '../affiliates/affiliator/tax-number/change-tax-number.ts'
import { taxNumber as affiliatesTaxNumber } from '../affiliates/affiliator/tax-number/tax-number.ts'
import { terms as affiliatesTerms } from '../affiliates/affiliator/terms.ts'
import { card as affiliatesCard } from '../affiliates/card.ts'
import { claim as rewardsClaim } from '../affiliates/reward.ts'
import { ask as approvalsAsk } from '../approvals/ask.ts'
import { cancel as approvalsCancel } from '../approvals/cancel.ts'
import { decideApproval as approvalsDecide } from '../approvals/decide.ts'
import { listApprovals as approvalsList } from '../approvals/list.ts'
import { showApproval as approvalsShow } from '../approvals/show.ts'
import { approveByPassword as approvalsWitness } from '../approvals/witness.ts'
import { confirm as authConfirm } from '../auth/confirm.ts'
import { undoEmail as authUndoEmail } from '../auth/email/undo.ts'
import { signOn as authHandoff } from '../auth/handoff.ts'
import { signOnOnlineStore as authHandoffOnlineStore } from '../auth/handoff/online-store.ts'
import { login as authLogin } from '../auth/login.ts'
import { loginCode as authLoginCode } from '../auth/login/code.ts'
import { loginSend as authLoginSend } from '../auth/login/send.ts'
import { logout as authLogout } from '../auth/logout.ts'
import { addPasskey as authAddPasskey } from '../auth/passkeys/add-passkey.ts'
import { passkeyChallenge as authPasskeyChallenge } from '../auth/passkeys/challenge.ts'
import { passkeyLogin as authPasskeyLogin } from '../auth/passkeys/login.ts'
import { passkeyOptions as authPasskeyOptions } from '../auth/passkeys/options.ts'
import { passkeys as authPasskeys } from '../auth/passkeys/passkeys.ts'
import { removePasskey as authRemovePasskey } from '../auth/passkeys/remove-passkey.ts'
import { refreshAccessToken as authRefreshAccessToken } from '../auth/refresh-access-token.ts'
import { refreshToken as authRefreshToken } from '../auth/refresh-token.ts'
import { register as authRegister } from '../auth/register.ts'
import { checkReset as authCheckReset } from '../auth/reset/check.ts'
import { resetPassword as authResetPassword } from '../auth/reset/password.ts'
import { sendReset as authSendReset } from '../auth/send/reset.ts'
import { sendVerify as authSendVerify } from '../auth/send/verify.ts'
import { endSession as authEndSession } from '../auth/sessions/end-session.ts'
import { revokeAll as authRevokeAll } from '../auth/sessions/revoke-all.ts'
import { sessions as authSessions } from '../auth/sessions/sessions.ts'
import { stayAwake as authStayAwake } from '../auth/staff/awake.ts'
import { staffInvitation as authStaffInvitation } from '../auth/staff/invitation.ts'
import { switchStaff as authSwitchStaff } from '../auth/staff/switch.ts'
import { staffWelcome as authStaffWelcome } from '../auth/staff/welcome.ts'
import { stepUpSend as authStepUpSend } from '../auth/step-up/send.ts'
import { stepUpMethods as authStepUpMethods } from '../auth/step-up/step-up-methods.ts'
import { stepUp as authStepUp } from '../auth/step-up/step-up.ts'
import { ticket as authTicket } from '../auth/ticket.ts'
import { verifyUser as authVerifyUser } from '../auth/verify/user.ts'
import { enterCampaign as campaignsEnter } from '../campaigns/entry.ts'
import { listCampaigns as campaignsList } from '../campaigns/list.ts'
import { createContact as contactsCreate } from '../contacts/create.ts'
import { avatar as filesAvatar } from '../files/avatar.ts'
import { banner as filesBanner } from '../files/banner.ts'
import { privateCall as filesPrivate } from '../files/private.ts'
import { webhook as gatewayWebhook } from '../gateway/webhook.ts'
import { count as inventoryCount } from '../inventory/counts/count.ts'
import { counts as inventoryCounts } from '../inventory/counts/counts.ts'
import { countEntry as inventoryCountEntry } from '../inventory/counts/entries.ts'
import { openCount as inventoryOpenCount } from '../inventory/counts/open-count.ts'
import { updateCount as inventoryUpdateCount } from '../inventory/counts/update-count.ts'
import { deliveries as inventoryDeliveries } from '../inventory/deliveries/deliveries.ts'
import { receive as inventoryReceive } from '../inventory/deliveries/receive.ts'
import { listInventory as inventoryList } from '../inventory/list.ts'
import { move as inventoryMove } from '../inventory/movements/move.ts'
import { movements as inventoryMovements } from '../inventory/movements/movements.ts'
import { release as inventoryRelease } from '../inventory/reservations/release.ts'
import { reservations as inventoryReservations } from '../inventory/reservations/reservations.ts'
import { reserve as inventoryReserve } from '../inventory/reservations/reserve.ts'
import { showInventoryItem as inventoryShow } from '../inventory/show.ts'
import { endTransfer as inventoryEndTransfer } from '../inventory/transfers/end.ts'
import { sendTransfer as inventorySend } from '../inventory/transfers/send.ts'
import { transfers as inventoryTransfers } from '../inventory/transfers/transfers.ts'
import { updateInventoryItem as inventoryUpdate } from '../inventory/update.ts'
import { listLegalDocuments as legalList } from '../legal/list.ts'
import { showLegalDocument as legalShow } from '../legal/show.ts'
import { listLevels as levelsList } from '../levels/list.ts'
import { nextLevel as levelsNextLevel } from '../levels/next-level.ts'
import { listNotifications as notificationsList } from '../notifications/list.ts'
import { pushKey as notificationsPushKey } from '../notifications/push/key.ts'
import { subscribe as notificationsSubscribe } from '../notifications/push/subscribe.ts'
import { unsubscribe as notificationsUnsubscribe } from '../notifications/push/unsubscribe.ts'
import { readAll as notificationsReadAll } from '../notifications/read/read-all.ts'
import { readNotifications as notificationsRead } from '../notifications/read/read.ts'
import { settings as notificationsSettings } from '../notifications/settings/settings.ts'
import { updateSettings as notificationsUpdateSettings } from '../notifications/settings/update-settings.ts'
import { showNotification as notificationsShow } from '../notifications/show.ts'
import { count as notificationsCount } from '../notifications/users/count.ts'
import { createPaymentMethod as paymentMethodsCreate } from '../payment-methods/create.ts'
import { removePaymentMethod as paymentMethodsRemove } from '../payment-methods/remove.ts'
import { saved as paymentMethodsSaved } from '../payment-methods/saved.ts'
import { setup as paymentMethodsSetup } from '../payment-methods/setup.ts'
import { updatePaymentMethod as paymentMethodsUpdate } from '../payment-methods/update.ts'
import { banks as payoutMethodsBanks } from '../payout-methods/bank/query.ts'
import { branches as payoutMethodsBranches } from '../payout-methods/bank/shop/query.ts'
import { createPayoutMethod as payoutMethodsCreate } from '../payout-methods/create.ts'
import { makeDefault as payoutMethodsMakeDefault } from '../payout-methods/default.ts'
import { listPayoutMethods as payoutMethodsList } from '../payout-methods/list.ts'
import { removePayoutMethod as payoutMethodsRemove } from '../payout-methods/remove.ts'
import { showPayoutMethod as payoutMethodsShow } from '../payout-methods/show.ts'
import { stopByCode as payoutMethodsStopByCode } from '../payout-methods/stop/stop-by-code.ts'
import { stopPayouts as payoutMethodsStop } from '../payout-methods/stop/stop.ts'
import { updatePayoutMethod as payoutMethodsUpdate } from '../payout-methods/update.ts'
import { createSku as skusCreate } from '../skus/create.ts'
import { setFavourites as skusSetFavourites } from '../skus/favourites.ts'
import { listSkus as skusList } from '../skus/list.ts'
import { removePhoto as skusRemovePhoto } from '../skus/photo/remove-photo.ts'
import { setPhoto as skusSetPhoto } from '../skus/photo/set-photo.ts'
import { search as skusSearch } from '../skus/search.ts'
import { showSku as skusShow } from '../skus/show.ts'
import { updateSku as skusUpdate } from '../skus/update.ts'
import { wallet as rewardsWallet } from '../transactions/affiliator/wallet.ts'
import { chargeCall as transactionsCharge } from '../transactions/charge.ts'
import { finishCharge as transactionsFinishCharge } from '../transactions/charge/finish.ts'
import { confirm as transactionsConfirm } from '../transactions/confirmation/confirm.ts'
import { confirmationCall as transactionsConfirmation } from '../transactions/confirmation/confirmation.ts'
import { withdrawConfirmation as transactionsWithdrawConfirmation } from '../transactions/confirmation/withdraw-confirmation.ts'
import { convert as transactionsConvert } from '../transactions/convert/amount.ts'
import { deleteCall as transactionsDelete } from '../transactions/delete.ts'
import { details as transactionsDetails } from '../transactions/details.ts'
import { exchange as transactionsExchange } from '../transactions/exchange.ts'
import { ownDeferred as transactionsOwnLater } from '../transactions/later/own-later.ts'
import { payDeferred as transactionsPayLater } from '../transactions/later/pay-later.ts'
import { listTransactions as transactionsList } from '../transactions/list.ts'
import { missing as transactionsMissing } from '../transactions/missing.ts'
import { pay as transactionsPay } from '../transactions/pay.ts'
import { payUpdate as transactionsPayUpdate } from '../transactions/pay/update.ts'
import { payout as transactionsPayout } from '../transactions/payout.ts'
import { cancelPayout as transactionsCancelPayout } from '../transactions/payout/cancel.ts'
import { receiptCall as transactionsReceipt } from '../transactions/receipt.ts'
import { receiptCopy as transactionsReceiptCopy } from '../transactions/receipt/copies.ts'
import { formalReceipt as transactionsFormalReceipt } from '../transactions/receipt/formal.ts'
import { formalReceiptCopy as transactionsFormalReceiptCopy } from '../transactions/receipt/formal/copies.ts'
import { formalReceiptPdf as transactionsFormalReceiptPdf } from '../transactions/receipt/formal/pdf.ts'
import { receiptMail as transactionsReceiptMail } from '../transactions/receipt/mail.ts'
import { receiptPdf as transactionsReceiptPdf } from '../transactions/receipt/pdf.ts'
import { refund as transactionsRefund } from '../transactions/refund.ts'
import { refundPreviewCall as transactionsRefundPreview } from '../transactions/refund/preview.ts'
import { chargeCash as transactionsChargeCash } from '../transactions/register/charge.ts'
import { shownMember as transactionsShownMember } from '../transactions/register/member.ts'
import { registerStateCall as transactionsRegisterState } from '../transactions/register/state.ts'
import { registerTerms as transactionsRegisterTerms } from '../transactions/register/terms.ts'
import { transferPoint as transactionsTransferPoint } from '../transactions/register/transfer-point.ts'
import { park as transactionsPark } from '../transactions/saved/park.ts'
import { resume as transactionsResume } from '../transactions/saved/resume.ts'
import { updateParked as transactionsUpdateParked } from '../transactions/saved/update-parked.ts'
import { search as transactionsSearch } from '../transactions/search.ts'
import { searchCsv as transactionsSearchCsv } from '../transactions/search/csv.ts'
import { searchSaved as transactionsSearchSaved } from '../transactions/search/saved.ts'
import { removeSearch as transactionsRemoveSearch } from '../transactions/searches/remove-search.ts'
import { renameSearch as transactionsRenameSearch } from '../transactions/searches/rename-search.ts'
import { saveSearch as transactionsSaveSearch } from '../transactions/searches/save-search.ts'
import { savedSearches as transactionsSavedSearches } from '../transactions/searches/saved-searches.ts'
import { payoutStatementCall as transactionsPayoutStatement } from '../transactions/statement.ts'
import { payoutStatementPdf as transactionsPayoutStatementPdf } from '../transactions/statement/pdf.ts'
import { stores as transactionsStores } from '../transactions/stores.ts'
import { collectDeferred as transactionsLaterCollect } from '../transactions/user/later/later-collect.ts'
import { listDeferred as transactionsLaterList } from '../transactions/user/later/later-list.ts'
import { writeOff as transactionsWriteOff } from '../transactions/write-off.ts'
import { admin as usersAdmin } from '../users/admin.ts'
import { agreeToTos as usersAgreeToTos } from '../users/agree-to-tos.ts'
import { avatar as usersAvatar } from '../users/avatar.ts'
import { contactTransaction as usersContactTransaction } from '../users/contact/transaction.ts'
import { email as usersEmail } from '../users/email.ts'
import { sendEmailCode as usersSendEmailCode } from '../users/email/verify.ts'
import { employeeDetails as usersEmployeeDetails } from '../users/employee-details.ts'
import { isEmailAvailable as usersIsEmailAvailable } from '../users/is-email-available.ts'
import { isPhoneAvailable as usersIsPhoneAvailable } from '../users/is-phone-available.ts'
import { isUsernameAvailable as usersIsUsernameAvailable } from '../users/is-username-available.ts'
import { kycRequest as usersKycRequest } from '../users/kyc-request.ts'
import { kycVisit as usersKycVisit } from '../users/kyc-visit.ts'
import { kyc as usersKyc } from '../users/kyc.ts'
import { levelCall as usersLevel } from '../users/level.ts'
import { levelHistory as usersLevelHistory } from '../users/level/history.ts'
import { exportCall as usersExport } from '../users/me/export.ts'
import { me as usersMe } from '../users/me/me.ts'
import { removeUser as usersRemove } from '../users/me/remove.ts'
import { password as usersPassword } from '../users/password.ts'
import { phone as usersPhone } from '../users/phone.ts'
import { changePhone as usersChangePhone } from '../users/phone/unverified.ts'
import { pin as usersPin } from '../users/pin.ts'
import { profile as usersProfile } from '../users/profile.ts'
import { holdOutToken as usersHoldOutToken } from '../users/token/hold-out-token.ts'
import { token as usersToken } from '../users/token/token.ts'
import { voidToken as usersVoidToken } from '../users/token/void-token.ts'
import { verifyEmail as usersVerifyEmail } from '../users/verify/email.ts'
import { verifyPhone as usersVerifyPhone } from '../users/verify/phone.ts'
import { walletCall as usersWallet } from '../users/wallet.ts'

/** The whole contract: read by the routes, the API page, the generated tests and, as types, by the web client. */
export const endpoints = {
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
} satisfies { [Name in CallName]: Endpoint & { name: Name } }

export type Endpoints = typeof endpoints
