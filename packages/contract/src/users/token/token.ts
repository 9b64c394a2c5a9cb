import { z } from 'zod'
import { id, instant, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const token = endpoint({
  name: 'users.token',
  call: 'POST /v1/users/token',
  table: 'first',
  summary: 'お支払い用コードの発行（会員確認前は、店頭での会員確認だけに使えるコード）',
  right: 'membership',
  reach: 'own',
  note: 'staff cannot hold a code; before verification the code opens the counter’s check of the person and can pay nothing',
  body: z.strictObject({
    affiliate_id: z.optional(id),
    /**
     * The code is not shown yet: what other devices of the same person hold out lives on until it is held out itself.
     */
    ahead: z.optional(z.boolean()),
  }),
  status: 200,
  output: z.strictObject({
    /** What the QR code holds. */
    token: z.string(),
    ttl: whole,
    /** By the clock that payments are dated by: what is paid with this code is completed after it. */
    issued_at: instant,
    /** Sixteen digits under the bar code. */
    code: z.string().regex(/^\d{16}$/),
  }),
  errors: [
    'AFFILIATE_MISMATCH',
    'AFFILIATE_SELF',
    'AFFILIATE_RING',
    'NOT_VERIFIED',
    'TOS_NOT_AGREED',
    'AUTH_SUSPENDED',
    'RATE_LIMITED',
  ],
  lost: 'anew',
})
