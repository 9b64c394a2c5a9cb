import { z } from 'zod'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'
import { avatarUrl } from '../wire/files.ts'

export const avatar = endpoint({
  name: 'files.avatar',
  call: 'POST /v1/files/avatar',
  table: 'customer',
  summary: 'アイコン画像のアップロード（JPEG・PNG・WebP、5MB・4,000万画素まで）',
  right: 'account.own',
  reach: 'own',
  file: {
    bytesMax: limits.avatarBytesMax,
    tooLarge: 'AVATAR_TOO_LARGE',
    bucket: 'files',
    perDay: limits.uploadsPerDay,
  },
  status: 200,
  output: z.strictObject({ image_url: avatarUrl }),
  errors: [
    'NOT_VERIFIED',
    'AVATAR_TYPE',
    'AVATAR_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
  lost: 'anew',
})
