import { z } from 'zod'
import { counterDocuments } from '../../resources/brand/public-pages.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const verifyUser = endpoint({
  name: 'admin.verifyUser',
  call: 'PATCH /v1/admin/user/{id}/verify',
  table: 'staff',
  summary: '店頭の会員確認：確認の完了（この店舗でコードを読み取った会員だけ）',
  right: 'sell',
  reach: 'at-counter',
  note: 'only a member whose code this shop read within ten minutes, else 404',
  params: z.object({ id }),
  body: z.strictObject({ document: z.enum(counterDocuments), confirmed: z.literal(true) }),
  status: 200,
  output: z.strictObject({ id, verified: z.literal(true) }),
  errors: ['ALREADY_VERIFIED'],
  lost: { ask: 'admin.scanUnverified' },
})
