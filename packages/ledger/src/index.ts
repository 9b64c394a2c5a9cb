export { allocate, type PointsAs, type SaleLine, type SaleTenders, spread, taxOf } from './allocate.ts'
export { audit, type AuditReport, type Finding } from './audit.ts'
export {
  createGatherer,
  type Gatherer,
  type PayingCustomer,
  type PayOutcome,
  type PayRequest,
} from './pay.ts'
export type { LineRow, TransactionRow } from './rows.ts'
