export { recordOf } from './act.ts'
export { allocate, type PointsAs, type SaleLine, type SaleTenders, taxOf } from './allocate.ts'
export { spread } from '@shirogane/contract/rules/spread'
export { type CorrectionRequest, postCorrection } from './correct.ts'
export { type CashChargeOutcome, chargeCash, takeBackCharge } from './charge-cash.ts'
export { collectDeferred, type CollectOutcome, type CollectRequest } from './collect.ts'
export { audit, type AuditReport, type Finding } from './audit.ts'
export { askMove, handPoints, type HandOutcome, type HandRequest, takeBackPoints } from './hand.ts'
export { createGatherer, type Gatherer, type PayingCustomer, type PayOutcome, QueueFull } from './pay.ts'
export type { DeferredContract, PayRequest } from './pay-request.ts'
export { NoAnswer } from './no-answer.ts'
export { payWithin } from './pay-within.ts'
export { holdExchange } from './exchange.ts'
export {
  mayGiveBack,
  type PlannedLine,
  planRefund,
  type PlanOutcome,
  postRefund,
  type RefundedItem,
  type Restock,
  type RefundOutcome,
  type RefundPlan,
  type RefundRequest,
} from './refund.ts'
export type {
  CorrectionColumns,
  LineDetail,
  LineRow,
  RefundColumns,
  SaleDetail,
  TransactionRow,
} from './rows.ts'
export {
  moveStock,
  reserveStock,
  type StockAct,
  type StockKind,
  type StockLine,
  type StockOutcome,
  type StockPlace,
} from './stock.ts'
