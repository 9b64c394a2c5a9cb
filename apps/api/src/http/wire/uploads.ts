import multipart from '@fastify/multipart'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor, Context } from '../../context.ts'
import type { UploadedFile } from '../operation.ts'
import { Problem } from '../problem.ts'
import { text } from './text.ts'

/** Room for the headers of the one part, and for what stands around it. */
const wrappingBytes = 8_192

/** The few calls that take a file stand apart: everywhere else a form with files is no known type of body. */
export function acceptUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  void app.register(async (scope) => {
    // `readForm` says it by the number of bytes.
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) scope.route(route)
  })
}

type FileRule = NonNullable<Endpoint['file']>

/**
 * Counts a call that brings a file before anything of it is looked at: what is refused, for want of a right or of a key or
 * for its form, costs as much to take in as what is not.
 */
export async function countUpload(ctx: Context, actor: Actor, { bucket, perDay }: FileRule): Promise<void> {
  await ctx.limits.spend({ bucket: `${bucket}:${actor.user_id}`, max: perDay, windowSeconds: 86_400 })
}

/** The one file of the form, read only after the caller was found to be allowed to send one. */
export async function readUpload(request: FastifyRequest, rule: FileRule): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const { tooLarge } = rule
  // What says of itself that it is too large is not read at all.
  if (Number(request.headers['content-length'] ?? 0) > rule.bytesMax + wrappingBytes)
    throw new Problem(tooLarge)
  try {
    const tooMuch = passing(request, rule.bytesMax + wrappingBytes, () => new Problem(tooLarge))
    return { bytes: await Promise.race([readForm(request, rule), tooMuch]) }
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code = '' } = error as { code?: string }
    throw new Problem('MALFORMED_REQUEST', { reason: code || String(error) })
  }
}

/** Fails once more has come than the form may be long, in any part of it: a length need not be announced. */
function passing(request: FastifyRequest, bytesMax: number, problem: () => Problem): Promise<never> {
  return new Promise((_, reject) => {
    let left = bytesMax
    request.raw.on('data', (part: Buffer) => {
      left -= part.length
      if (left < 0) reject(problem())
    })
  })
}

/** To the end of the form: what follows the file belongs to what was sent. */
async function readForm(request: FastifyRequest, { bytesMax, tooLarge }: FileRule): Promise<Buffer> {
  let bytes: Buffer | null = null
  const parts = request.parts({
    // One byte more than is allowed: what is cut off there was too large, and what is whole was not.
    limits: { fileSize: bytesMax + 1, headerPairs: 20, fieldNameSize: 100 },
  })
  for await (const part of parts) {
    if (part.type !== 'file' || part.fieldname !== 'file') throw noFile()
    if (bytes !== null) throw notOneFile()
    bytes = await part.toBuffer()
    if (bytes.length > bytesMax) throw new Problem(tooLarge)
  }
  if (bytes === null || bytes.length === 0) throw noFile()
  return bytes
}

function noFile(): Problem {
  return new Problem('VALIDATION_ERROR', { fields: { file: text.noFile } })
}

function notOneFile(): Problem {
  return new Problem('VALIDATION_ERROR', { fields: { file: text.notOneFile } })
}
