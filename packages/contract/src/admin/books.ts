import { z } from 'zod'
import { finding, freeze } from '../resources/brand/books.ts'
import { id, instant, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const books = endpoint({
  name: 'admin.books',
  call: 'GET /v1/admin/books',
  table: 'staff',
  summary: '帳簿の照合の結果（夜間の照合で見つかった不一致）と、それによる出金の停止',
  right: 'books.read',
  status: 200,
  output: z.strictObject({
    /** The newest check; null before the first one. */
    last: z.nullable(z.strictObject({ at: instant, findings: whole })),
    /** The newest check that found anything, with the first of its findings. */
    wrong: z.nullable(z.strictObject({ id, at: instant, findings: whole, items: z.array(finding) })),
    /** Since when no payout is made; null while they are. */
    frozen_since: z.nullable(instant),
    may_lift: z.boolean(),
    /** Those that are over, the newest first. */
    lifted: z.array(freeze),
  }),
  errors: [],
})
