import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, pageOf, pageQuery, whole } from './resources.ts'

const everyone = [
  'unverified',
  'customer',
  'register',
  'manager',
  'accounting',
  'kyc_reviewer',
  'owner',
] as const

export const notification = z.strictObject({
  id,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  transaction_id: z.nullable(id),
  created_at: instant,
})
export type Notification = z.infer<typeof notification>

export const notifications = {
  count: endpoint({
    name: 'notifications.count',
    summary: '未読のお知らせの数',
    who: everyone,
    status: 200,
    output: z.strictObject({ count: whole }),
    errors: [],
  }),
  list: endpoint({
    name: 'notifications.list',
    summary: 'お知らせの一覧（新しい順）',
    who: everyone,
    query: pageQuery,
    status: 200,
    output: pageOf(notification),
    errors: [],
  }),
  read: endpoint({
    name: 'notifications.read',
    summary: 'お知らせを既読にする',
    who: everyone,
    params: z.object({ id }),
    status: 200,
    output: notification,
    errors: [],
  }),
  readAll: endpoint({
    name: 'notifications.readAll',
    summary: 'お知らせをすべて既読にする',
    who: everyone,
    status: 200,
    output: z.strictObject({ count: whole }),
    errors: [],
  }),
}
