export { deliverDue, tidyOld } from './deliver.ts'
export { enqueueMessage, enqueueMessages, type NewMessage } from './enqueue.ts'
export { listOutbox, type OutboxMessage } from './outbox.ts'
export type { RefundedBill } from './bills.ts'
