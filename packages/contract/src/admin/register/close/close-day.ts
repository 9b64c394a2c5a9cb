import { z } from 'zod'
import { closeNote, countsInput, dayClose } from '../../../resources/brand/days.ts'
import { amountInput, businessDate, id } from '../../../resources/shapes.ts'
import { overShortReasons } from '../../../terms/day-words.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const closeDay = endpoint({
  name: 'admin.closeDay',
  call: 'POST /v1/admin/register/close',
  table: 'staff',
  summary: 'レジを締める（精算）。同じ内容でもう一度呼ぶと、同じ締めを返す',
  right: 'close',
  reach: { shop: 'own-shop' },
  note: 'once for each business day; a difference from the limit on needs another person’s approval',
  body: z.strictObject({
    store_id: id,
    date: businessDate,
    /** What the morning counted, where it is not on record; else it has to agree with the record. */
    float: z.optional(countsInput),
    counted: countsInput,
    /** What the screen showed: where it no longer holds, nothing is closed. */
    expected: z.optional(z.int()),
    cash_in: z.optional(amountInput),
    cash_out: z.optional(amountInput),
    reason: z.optional(z.enum(overShortReasons)),
    note: closeNote,
    /** To the bank; the rest is the float of the next day. */
    deposit: amountInput.default(0),
    approval_id: z.optional(id),
  }),
  status: 200,
  output: dayClose,
  errors: [
    'REGISTER_NOT_OPEN',
    'REGISTER_CLOSED',
    'CLOSE_TOO_EARLY',
    'CLOSE_ORDER',
    'CLOSE_PENDING_TXN',
    'CLOSE_COUNT_OPEN',
    'CLOSE_REASON_REQUIRED',
    'APPROVAL_REQUIRED',
    'CONFLICT',
  ],
  idempotent: true,
  lost: { ask: 'admin.day' },
})
