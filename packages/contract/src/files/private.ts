import { z } from 'zod'
import { privatePath } from '../resources/members/kyc.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const privateCall = endpoint({
  name: 'files.private',
  call: 'POST /v1/files/private',
  table: 'customer',
  summary: '本人確認の画像のアップロード（JPEG・PNG・WebP、10MB・長辺1,000px以上）。公開されません',
  right: 'member',
  reach: 'own',
  note: 'no read endpoint for customers; reviewers only, audited',
  file: {
    bytesMax: limits.privateBytesMax,
    tooLarge: 'FILE_TOO_LARGE',
    bucket: 'private-files',
    perDay: limits.privateUploadsPerDay,
  },
  status: 201,
  output: z.strictObject({ filepath: privatePath }),
  errors: [
    'NOT_VERIFIED',
    'FILE_TYPE',
    'FILE_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_TOO_SMALL',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
  lost: 'anew',
})
