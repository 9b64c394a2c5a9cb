import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

const toGzip = promisify(gzip)
const scriptPath = '/docs/js/scalar.js'

const page = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Shirogane API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <script id="api-reference" data-url="/v1/openapi.json" data-configuration='{"withDefaultFonts":false,"hideClientButton":true,"agent":{"disabled":true},"mcp":{"disabled":true},"showDeveloperTools":"never","telemetry":false}'></script>
    <script src="${scriptPath}"></script>
  </body>
</html>
`
// The reader writes its own styles into the page; apart from that it may load and ask nothing but this server.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The contract for programs at /v1/openapi.json and for people at /docs. */
export function serveDocs(app: FastifyInstance, config: Config): void {
  let document: Promise<Buffer> | null = null
  app.get('/v1/openapi.json', async (_request, reply) => {
    document ??= writtenDocument().catch((error: unknown) => {
      document = null
      throw error
    })
    return reply
      .header('Cache-Control', config.production ? 'public, max-age=300' : 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await document)
  })
  app.get('/docs', (_request, reply) =>
    reply
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  )
  let script: Promise<Buffer> | null = null
  app.get(scriptPath, async (_request, reply) => {
    script ??= readerScript()
    return reply
      .header('Content-Encoding', 'gzip')
      .header('Cache-Control', 'public, max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(await script)
  })
}

/**
 * To write the contract down takes a third of a second and forty megabytes. So it is done at the first request, and in
 * a thread of its own, which neither holds up a payment nor keeps the memory.
 */
function writtenDocument(): Promise<Buffer> {
  const worker = new Worker(new URL('openapi-worker.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  // A server that is ending does not wait for a reader of the docs.
  worker.unref()
  return new Promise((resolve, reject) => {
    // Under `node --watch` Node has messages of its own, which come first.
    worker.on('message', (written: unknown) => {
      if (!(written instanceof Uint8Array)) return
      resolve(Buffer.from(written.buffer, written.byteOffset, written.byteLength))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The contract was not written down.')))
  })
}

/**
 * The reader's script is four megabytes inside a package that only knows how to serve it. It is fetched from there when
 * the page is first opened, so that no other request pays for it.
 */
async function readerScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(reference, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json' } })
  const { rawPayload } = await server.inject(scriptPath)
  await server.close()
  return toGzip(rawPayload)
}
