import { z } from 'zod'
import { id, instant } from '../shapes.ts'
import { stepUpPurposes } from '../../terms/step-up.ts'

export const proofPurpose = z.enum(stepUpPurposes)
/** What the proof is about, where the purpose alone does not say it: the id of one bank account, for instance. */
export const proofRef = z.optional(z.string().max(100))
export const sentPin = z.strictObject({ expires_in: z.int(), resend_in: z.int() })

/** The answer of a browser's `navigator.credentials`, as JSON. What is in it is the library's to judge. */
export const credentialText = z.string().max(20_000)
export const assertion = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: credentialText,
    authenticatorData: credentialText,
    signature: credentialText,
    userHandle: z.optional(z.nullable(z.string().max(200))),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().max(40))),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
})

/** What goes into `navigator.credentials`, as JSON. */
export const credentialOptions = z.record(z.string(), z.unknown())

export const passkey = z.strictObject({
  id,
  name: z.string(),
  synced: z.boolean(),
  created_at: instant,
  last_used_at: z.nullable(instant),
})
