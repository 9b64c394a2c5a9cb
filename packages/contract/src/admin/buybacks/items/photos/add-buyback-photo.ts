import { details, pieceParams } from '../../../../resources/brand/buybacks.ts'
import { limits } from '../../../../rules/limits.ts'
import { endpoint } from '../../../../wire/endpoint.ts'

export const addBuybackPhoto = endpoint({
  name: 'admin.addBuybackPhoto',
  call: 'POST /v1/admin/buybacks/{id}/items/{line}/photos',
  table: 'staff',
  summary:
    '買い取った品物の写真を台帳に加える（JPEG・PNG・WebP、10MBまで。1つの品物に4枚まで、あとから消せない）',
  right: 'buyback.make',
  reach: 'own-shop',
  note: 'up to four, never taken off again',
  params: pieceParams,
  file: {
    bytesMax: limits.privateBytesMax,
    tooLarge: 'FILE_TOO_LARGE',
    bucket: 'goods-photos',
    perDay: limits.articlePhotosPerDay,
  },
  status: 201,
  output: details,
  errors: [
    'BUYBACK_PHOTOS',
    'CONFLICT',
    'FILE_TYPE',
    'FILE_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_TOO_SMALL',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
  lost: { ask: 'admin.buyback' },
})
