import { z } from 'zod'
import { endpoint, verified } from './endpoint.ts'
import { limits } from './limits.ts'

/** Where a picture that this service drew can be seen. */
export const avatarUrl = z.string().regex(/^\/files\/avatar\/[0-9a-f]{32}\.webp$/)

export const files = {
  avatar: endpoint({
    name: 'files.avatar',
    summary: 'アイコン画像のアップロード（JPEG・PNG・WebP、5MB・4,000万画素まで）',
    who: verified,
    file: { bytesMax: limits.avatarBytesMax, tooLarge: 'AVATAR_TOO_LARGE' },
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
  }),
}
