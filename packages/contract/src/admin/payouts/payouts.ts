import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { payoutRow, payoutStatuses } from '../../resources/brand/payouts.ts'
import { pageOf, pageQuery, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const payouts = endpoint({
  name: 'admin.payouts',
  call: 'GET /v1/admin/payouts',
  table: 'staff',
  summary: '出金申請の一覧（新しい順）',
  right: 'payout',
  query: pageQuery.extend({
    status: z.enum(['all', 'open', ...payoutStatuses]).default('all'),
    q: written.max(40).default(''),
  }),
  status: 200,
  output: z.strictObject({
    ...pageOf(payoutRow).shape,
    /**
     * How many wait for each next step, how many accounts of corporations wait for a look of staff, and how many
     * members' rewards stand still because they know nothing of an account in their name.
     */
    waiting: z.strictObject({
      requested: whole,
      approved: whole,
      exported: whole,
      accounts: whole,
      stops: whole,
    }),
    /** No payout is sent, because the books did not balance at their last check. */
    frozen: z.boolean(),
  }),
  errors: [],
})
