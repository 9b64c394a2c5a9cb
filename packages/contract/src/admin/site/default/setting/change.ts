import { z } from 'zod'
import { setting } from '../../../../resources/brand/office.ts'
import { id } from '../../../../resources/shapes.ts'
import { endpoint } from '../../../../wire/endpoint.ts'

export const decideSetting = endpoint({
  name: 'admin.decideSetting',
  call: 'PATCH /v1/admin/site/default/setting/{key}/change',
  table: 'staff',
  summary: '上限の変更の承認・差し戻し・取り下げ（依頼した本人は承認できない）',
  right: 'settings.agree',
  note: 'never by the person who asked for it, who may take it back',
  params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
  body: z.strictObject({ id, decision: z.enum(['approved', 'rejected', 'withdrawn']) }),
  status: 200,
  output: setting,
  errors: ['CONFLICT', 'APPROVAL_OWN', 'APPROVAL_LINKED'],
  lost: 'again',
})
