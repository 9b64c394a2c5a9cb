import { z } from 'zod'
import { imageSide } from '../../../resources/members/kyc.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const kycRedact = endpoint({
  name: 'admin.kycRedact',
  call: 'PATCH /v1/admin/kyc/{id}/images/{side}',
  table: 'staff',
  summary: '本人確認の画像の塗りつぶし（元の画像は残りません。操作は記録されます）',
  right: 'kyc.review',
  note: 'logged',
  params: z.object({ id, side: imageSide }),
  body: z.strictObject({
    /** Thousandths of the picture's width and height. */
    areas: z
      .array(
        z.strictObject({
          left: z.int().min(0).max(999),
          top: z.int().min(0).max(999),
          width: z.int().min(1).max(1_000),
          height: z.int().min(1).max(1_000),
        }),
      )
      .min(1)
      .max(20),
  }),
  status: 200,
  output: z.strictObject({ side: imageSide, redacted: z.literal(true) }),
  errors: ['NOT_FOUND', 'KYC_ARCHIVED', 'IMAGE_BROKEN', 'FILE_UPLOAD_FAILED'],
  lost: 'again',
})
