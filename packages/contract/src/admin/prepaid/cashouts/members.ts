import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { cashoutMember } from '../../../resources/brand/cashouts.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const cashoutMembers = endpoint({
  name: 'admin.cashoutMembers',
  call: 'GET /v1/admin/prepaid/cashouts/members',
  table: 'staff',
  summary: '払戻しの対象の会員を探す（ユーザー名・氏名・電話番号。10件まで）',
  right: 'cashout',
  note: 'ten at most, with what could be paid back',
  query: z.object({ q: written.min(1).max(40) }),
  status: 200,
  output: z.strictObject({ items: z.array(cashoutMember) }),
  errors: [],
})
