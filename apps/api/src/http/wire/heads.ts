import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'

/**
 * What a call is judged by comes once. Of two, Node reads the first and drops the other, or joins them: a proxy before us
 * may have judged by the one that we do not see. Each has a bit, by which it is known to have come.
 */
const names = [
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'x-client-type',
  'x-requested-by',
]
const onceOnly = new Map(names.map((name, index) => [name, 1 << index]))
/** Most other names are told from these by their length alone: there is a bit for each. */
const lengths = names.reduce((bits, name) => bits | (1 << name.length), 0)

/** What makes it doubtful whom, or what, the head of a request means. */
export function doubtOf({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): Problem | undefined {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { length } = rawHeaders[index]!
    if (length > 30 || (lengths & (1 << length)) === 0) continue
    const bit = onceOnly.get(rawHeaders[index]!.toLowerCase()) ?? 0
    if ((seen & bit) !== 0)
      return new Problem('MALFORMED_REQUEST', { reason: `${rawHeaders[index]} came twice` })
    seen |= bit
  }
  return headers.host === undefined && httpVersionMinor > 0
    ? new Problem('MALFORMED_REQUEST', { reason: 'no Host' })
    : undefined
}
