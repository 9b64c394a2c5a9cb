import type { FastifyInstance } from 'fastify'
import { namesTwice } from './json-members.ts'
import { Problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for calls that are signed. */
    bytes?: Buffer
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** PostgreSQL keeps neither in a text, and no person types one: NUL, and half of a pair of surrogates. */
const isUnwritable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Whether one of its texts, or of its names, cannot be written down. */
function holdsUnwritable(body: unknown): boolean {
  // Not by recursion: the sender of the body decides how deep it goes.
  const left = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && isUnwritable(value)) return true
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && Object.keys(value).some(isUnwritable)) return true
    for (const each of Object.values(value)) left.push(each)
  }
  return false
}

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
    return parse(request, text, (error, value) => {
      if (error) return done(new Problem('MALFORMED_REQUEST', { reason: 'not JSON' }))
      if (namesTwice(text, value)) return done(new Problem('MALFORMED_REQUEST', { reason: 'one name twice' }))
      // Neither comes but escaped: as it is, the one is no JSON and the other no UTF-8.
      if (text.includes('\\u') && holdsUnwritable(value))
        return done(new Problem('MALFORMED_REQUEST', { reason: 'NUL, or half a surrogate pair' }))
      return done(null, value)
    })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    done(/%00/.test(request.url) ? new Problem('MALFORMED_REQUEST', { reason: 'NUL' }) : undefined)
  })
}
