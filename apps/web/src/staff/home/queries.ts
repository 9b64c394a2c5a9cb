import { ask } from '../../shell/queries/queries.ts'

/** The last sales and refunds of the store. */
export const recentQuery = () => ask('transactions.search', { query: { limit: 5 } })

/** How many identity documents wait for a reviewer. */
export const waitingKycQuery = () => ask('admin.kycList', { query: { limit: 1 } })

/** How many payouts wait for an approval. */
export const waitingPayoutsQuery = () => ask('admin.payouts', { query: { status: 'requested', limit: 1 } })
