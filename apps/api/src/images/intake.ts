import { grouped } from '@shirogane/contract/rules/digits'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../context.ts'
import type { ObjectStore } from '../gateways/objects.ts'
import { Problem } from '../http/problem.ts'
import { readImageHeader } from './header.ts'

/** What a picture must be, by its own first bytes: of a kind that we read, not too large to decode, and large enough. */
export function checkPicture(
  bytes: Buffer,
  {
    longSideMin = 1,
    wrongType = 'FILE_TYPE',
  }: {
    /** In pixels. */
    longSideMin?: number
    /** The sentence differs where the phone turns HEIC into JPEG before it sends. */
    wrongType?: 'FILE_TYPE' | 'AVATAR_TYPE'
  } = {},
): void {
  const header = readImageHeader(bytes)
  if (!header) throw new Problem(wrongType)
  if (header.width * header.height > limits.picturePixelsMax) throw new Problem('IMAGE_DIMENSIONS')
  if (Math.max(header.width, header.height) < longSideMin)
    throw new Problem('IMAGE_TOO_SMALL', { blanks: { n: grouped(longSideMin) } })
}

/** Puts a drawing away. A store that fails is no fault of the picture: the sentence asks for the same one again. */
export async function keepPicture(
  ctx: Context,
  store: ObjectStore,
  name: string,
  bytes: Buffer,
): Promise<void> {
  try {
    await store.put(name, bytes)
  } catch (error) {
    ctx.log.error({ event: 'object_store', err: error })
    throw new Problem('FILE_UPLOAD_FAILED')
  }
}
