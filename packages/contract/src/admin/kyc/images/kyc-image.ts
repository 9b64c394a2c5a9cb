import { z } from 'zod'
import { imageSide } from '../../../resources/members/kyc.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const kycImage = endpoint({
  name: 'admin.kycImage',
  call: 'GET /v1/admin/kyc/{id}/images/{side}',
  table: 'staff',
  summary: '本人確認の画像（閲覧は1枚ごとに記録されます）',
  right: 'kyc.review',
  note: 'every view is logged before the picture leaves',
  params: z.object({ id, side: imageSide }),
  status: 200,
  media: 'image/webp',
  output: z.instanceof(Uint8Array),
  errors: ['NOT_FOUND', 'KYC_ARCHIVED'],
})
