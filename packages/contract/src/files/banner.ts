import { z } from 'zod'
import { bannerUrl } from '../resources/brand/office.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const banner = endpoint({
  name: 'files.banner',
  call: 'POST /v1/files/banner',
  table: 'staff',
  summary: 'バナーの画像のアップロード（718×200の比率に描き直される）',
  right: 'banners',
  note: 'drawn anew; shown only once a banner takes it',
  file: {
    bytesMax: limits.privateBytesMax,
    tooLarge: 'FILE_TOO_LARGE',
    bucket: 'files',
    perDay: limits.uploadsPerDay,
  },
  status: 200,
  output: z.strictObject({ image_url: bannerUrl }),
  errors: [
    'FILE_TYPE',
    'FILE_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_TOO_SMALL',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
  lost: 'anew',
})
