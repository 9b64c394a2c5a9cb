import { z } from 'zod'
import { pieceParams } from '../../../../resources/brand/buybacks.ts'
import { endpoint } from '../../../../wire/endpoint.ts'

export const buybackPhoto = endpoint({
  name: 'admin.buybackPhoto',
  call: 'GET /v1/admin/buybacks/{id}/items/{line}/photos/{position}',
  table: 'staff',
  summary: '買い取った品物の写真（閲覧は記録される）',
  right: 'buyback.read',
  reach: { manager: 'own-shop' },
  note: 'every look is on record; it has no address',
  params: z.object({ ...pieceParams.shape, position: z.string().regex(/^[1-4]$/) }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'image/webp',
  errors: [],
})
