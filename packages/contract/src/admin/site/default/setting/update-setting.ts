import { z } from 'zod'
import { written } from '../../../../inputs/written.ts'
import { setting, settingValue } from '../../../../resources/brand/office.ts'
import { endpoint } from '../../../../wire/endpoint.ts'

export const updateSetting = endpoint({
  name: 'admin.updateSetting',
  call: 'PATCH /v1/admin/site/default/setting/{key}',
  table: 'staff',
  summary:
    '設定の変更（変更前の値が一致するときだけ。変更は記録される。上限は別の担当者が承認するまで変わらない）',
  right: 'settings',
  note: 'on record with before and after; a limit stays until a second person of head office approves',
  params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
  body: z.strictObject({
    before: settingValue,
    value: z.nullable(z.union([written.max(400), z.number(), z.boolean()])),
  }),
  status: 200,
  output: setting,
  errors: ['CONFLICT', 'SETTING_VALUE', 'SETTING_WAITING'],
  lost: { ask: 'admin.setting' },
})
