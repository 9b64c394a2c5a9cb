import { z } from 'zod'
import { cashCheckBody } from '../../resources/brand/cash.ts'
import { businessDate, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const createCashCheck = endpoint({
  name: 'admin.createCashCheck',
  call: 'POST /v1/admin/cash_checks',
  table: 'staff',
  summary: '現金200万円を超える会計の取引時確認の記録（7年保存・変更不可）',
  right: 'cash.move',
  note: 'the member is the one whose code the register holds, never one from the body; only a manager says what is suspicious',
  body: cashCheckBody,
  status: 201,
  output: z.strictObject({ id, number: z.string(), business_date: businessDate }),
  errors: ['DOB_INVALID', 'KYC_METHOD_CLOSED', 'CONFLICT', 'SELF_DEALING', 'NOT_FOUND'],
  lost: 'again',
})
