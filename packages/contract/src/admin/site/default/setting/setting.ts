import { z } from 'zod'
import { anyJson } from '../../../../resources/shapes.ts'
import { endpoint } from '../../../../wire/endpoint.ts'

export const setting = endpoint({
  name: 'admin.setting',
  call: 'GET /v1/admin/site/default/setting/{key}',
  table: 'first',
  summary: 'サイトの設定（公開のキー。ほかのキーは本部だけ）',
  right: 'anyone',
  reach: {
    member: 'only-public',
    anonymous: 'only-public',
    unverified: 'only-public',
    other_customer: 'only-public',
  },
  note: 'keys on the public list, any other key is 404',
  params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
  status: 200,
  output: z.strictObject({ key: z.string(), value: anyJson }),
  errors: [],
})
