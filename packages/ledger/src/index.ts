export type { ActOutcome } from './act.ts'
export { allocate, type PointsAs, type SaleLine, taxOf } from './pay/allocate.ts'
export { spread } from '@shirogane/domain/money/spread'
export { type CorrectionRequest, postCorrection } from './refund/correct.ts'
export { publishText } from './approvals/publish-text.ts'
export { vouchFor } from './approvals/vouch-for.ts'
export { buyBack, recordBuybackPaid, reverseBuyback } from './buybacks/buy-back.ts'
export { type CardChargeOutcome, openCardCharge } from './charges/charge-card.ts'
export { countFloat, moveCash } from './days/cash.ts'
export { closeDay, reopenDay } from './days/close.ts'
export { chargeCash, takeBackCharge } from './charges/charge-cash.ts'
export { approveCashout, declineCashout, requestCashout } from './prepaid/cash-out.ts'
export { collectDeferred, type CollectOutcome, type CollectRequest } from './deferred/collect.ts'
export { writeOffDebt } from './deferred/write-off.ts'
export { audit, type AuditReport, type Finding } from './audit/audit.ts'
export { liftFreeze } from './audit/lift-freeze.ts'
export {
  askMove,
  grantAtRegister,
  type RegisterGrantOutcome,
  type RegisterGrantRequest,
  takeBackPoints,
} from './points/register-grant.ts'
export { createGatherer, type Gatherer, QueueFull } from './pay/pay.ts'
export type { PayingCustomer, PayOutcome } from './pay/post-sales.ts'
export type { DeferredContract, PayRequest } from './pay/pay-request.ts'
export { NoAnswer } from './pay/no-answer.ts'
export { payWithin } from './pay/pay-within.ts'
export { claimCode, type ClaimOutcome } from './pay/claim-code.ts'
export { updateCheckout } from './pay/update-checkout.ts'
export { answerConfirmation, dropMove, endConfirmations, withdrawConfirmation } from './pay/questions.ts'
export { askConfirmation } from './pay/ask-confirmation.ts'
export { type ConversionOutcome, postConversion } from './points/convert.ts'
export { forfeitPoints } from './points/forfeit.ts'
export { type Gift, giveGift, giveGifts } from './points/gifts.ts'
export { type PayoutOutcome, type PayoutRequest, postPayoutRequest } from './rewards/request-payout.ts'
export { exportPayouts, quoteWithheld, type TakenPayout, takePayouts } from './rewards/payout-file.ts'
export {
  approvePayouts,
  cancelPayout,
  recallPayout,
  recordPayoutResults,
  resumePayouts,
} from './rewards/payouts.ts'
export { claimRewards, listDueRewards, payReward } from './rewards/claim-rewards.ts'
export { holdExchange } from './refund/exchange.ts'
export {
  mayGiveBack,
  planRefund,
  type PlanOutcome,
  postRefund,
  type RefundedItem,
  type Restock,
  type RefundOutcome,
  type RefundPlan,
  type RefundRequest,
} from './refund/refund.ts'
export { endGivenRank, giveRank } from './levels/give-rank.ts'
export { foreseeFalls, judgeAllRanks, judgeRanks } from './levels/judge-ranks.ts'
export type { MovementMessage } from './movement-message.ts'
export type {
  CorrectionColumns,
  LineDetail,
  LineRow,
  RefundColumns,
  SaleDetail,
  TransactionRow,
} from './rows.ts'
export { openCount, recordLook } from './stock/counts.ts'
export { moveStock, reserveStock, type StockAct, type StockOutcome } from './stock/stock.ts'
