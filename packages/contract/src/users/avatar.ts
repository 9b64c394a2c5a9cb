import { z } from 'zod'
import { id, user } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'
import { avatarUrl } from '../wire/files.ts'

export const avatar = endpoint({
  name: 'users.avatar',
  call: 'PATCH /v1/users/{id}/avatar',
  table: 'customer',
  summary: 'アイコンの変更（自分がアップロードした画像。nullで削除）',
  right: 'account.own',
  reach: 'own',
  note: 'avatar = image_url earlier issued to the same user',
  params: z.object({ id }),
  body: z.strictObject({ avatar: z.nullable(z.string().max(200)) }),
  status: 200,
  output: z.strictObject({ ...user.shape, avatar: z.nullable(avatarUrl) }),
  errors: ['NOT_VERIFIED', 'AVATAR_UNKNOWN'],
  lost: 'again',
})
