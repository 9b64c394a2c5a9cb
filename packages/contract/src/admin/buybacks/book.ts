import { z } from 'zod'
import { bookPeriod, details } from '../../resources/brand/buybacks.ts'
import { businessDate } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

/** A purchase as the book has it on paper: no account and no signature. */
const bookEntry = details.omit({
  bank: true,
  signature: true,
  customer: true,
  transaction_number: true,
  may_reverse: true,
})

export const buybackBook = endpoint({
  name: 'admin.buybackBook',
  call: 'GET /v1/admin/buybacks/book',
  table: 'staff',
  summary: '古物台帳の印刷（期間は92日まで。書き出しとして記録される）',
  right: 'buyback',
  note: 'the same for paper; taking it out is on record',
  query: z.object(bookPeriod),
  status: 200,
  output: z.strictObject({ from: businessDate, until: businessDate, items: z.array(bookEntry) }),
  errors: ['PERIOD_TOO_LONG', 'SEARCH_TOO_WIDE'],
})
