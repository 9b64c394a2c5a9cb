import { z } from 'zod'
import { cashCheck, cashDay } from '../../resources/brand/cash.ts'
import { businessDate, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const cashChecks = endpoint({
  name: 'admin.cashChecks',
  call: 'GET /v1/admin/cash_checks',
  table: 'staff',
  summary: '現金の取引時確認の記録と、分割のおそれがある現金の取引（期間は31日まで）',
  right: 'reports.read',
  note: 'a manager sees the own shop; every look is on record',
  query: z
    .object({ from: z.optional(businessDate), until: z.optional(businessDate) })
    .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
      path: ['until'],
      message: 'PERIOD_REVERSED',
    }),
  status: 200,
  output: z.strictObject({
    from: businessDate,
    until: businessDate,
    identity_over: whole,
    watch_over: whole,
    checks: z.array(cashCheck),
    days: z.array(cashDay),
  }),
  errors: ['PERIOD_TOO_LONG'],
})
