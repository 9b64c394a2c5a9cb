import multipart from '@fastify/multipart'
import type { Endpoint } from '@shirogane/contract/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { UploadedFile } from './operation.ts'
import { Problem } from './problem.ts'

/** Room for the headers of the one part. */
const wrappingBytes = 8_192

/** The few calls that take a file stand apart: everywhere else a form with files is no known type of body. */
export function acceptUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    for (const route of routes) scope.route(route)
  })
}

/** The one file of the form, read only after the caller was found to be allowed to send one. */
export async function readUpload(
  request: FastifyRequest,
  { bytesMax, tooLarge }: NonNullable<Endpoint['file']>,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  // What says of itself that it is too large is not read at all.
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + wrappingBytes) throw new Problem(tooLarge)
  try {
    const part = await request.file({
      limits: { fileSize: bytesMax, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
    })
    if (part?.fieldname !== 'file') throw noFile()
    const bytes = await part.toBuffer()
    if (bytes.length === 0) throw noFile()
    return { bytes }
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code = '' } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Problem(tooLarge)
    throw new Problem('MALFORMED_REQUEST', { reason: code || String(error) })
  }
}

function noFile(): Problem {
  return new Problem('VALIDATION_ERROR', { fields: { file: 'ファイルを選択してください。' } })
}
