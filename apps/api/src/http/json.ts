import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for calls that are signed. */
    bytes?: Buffer
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
/** PostgreSQL keeps none of these in a text, and no person types one: NUL, and half of a pair of surrogates. */
const escapedNul = /\\u0000/
const escapedPair = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g
const escapedHalf = /\\u[dD][89a-fA-F][\da-fA-F]{2}/

/** JSON is the only form of a body. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // A call without inputs is often sent with the type of a body and none.
    if (body.length === 0) return done(null, undefined)
    request.bytes = body
    let text: string
    try {
      text = decoder.decode(body)
    } catch {
      return done(new Problem('MALFORMED_REQUEST', { reason: 'not UTF-8' }))
    }
    if (escapedNul.test(text)) return done(new Problem('MALFORMED_REQUEST', { reason: 'NUL' }))
    if (escapedHalf.test(text.replace(escapedPair, '')))
      return done(new Problem('MALFORMED_REQUEST', { reason: 'half a surrogate pair' }))
    return parse(request, text, (error, value) => {
      done(error ? new Problem('MALFORMED_REQUEST', { reason: 'not JSON' }) : null, value)
    })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    done(/%00/.test(request.url) ? new Problem('MALFORMED_REQUEST', { reason: 'NUL' }) : undefined)
  })
}
