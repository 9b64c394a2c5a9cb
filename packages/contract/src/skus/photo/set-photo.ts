import { z } from 'zod'
import { articlePhoto } from '../../resources/brand/skus.ts'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const setPhoto = endpoint({
  name: 'skus.setPhoto',
  call: 'POST /v1/skus/{id}/photo',
  table: 'staff',
  summary: '商品の写真を登録する、または差し替える（JPEG・PNG・WebP、10MBまで）',
  right: 'catalogue.photo',
  note: 'drawn anew without what the camera wrote into it; on record',
  params: z.object({ id }),
  file: {
    bytesMax: limits.privateBytesMax,
    tooLarge: 'FILE_TOO_LARGE',
    bucket: 'goods-photos',
    perDay: limits.articlePhotosPerDay,
  },
  status: 200,
  output: z.strictObject({ photo: articlePhoto }),
  errors: [
    'SKU_NOT_FOUND',
    'FILE_TYPE',
    'FILE_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_TOO_SMALL',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
  lost: 'anew',
})
