import { z } from 'zod'
import {
  contactKinds,
  contactMessageMax,
  contactMessageMin,
  lengthOf,
  saleContactKinds,
  trimmed,
} from '../../inputs/person.ts'
import { id, instant } from '../shapes.ts'

/** Text alone: line breaks are kept, everything else invisible goes. */
export const contactMessage = z
  .string()
  .max(8_000)
  .transform(trimmed)
  .refine((text) => lengthOf(text) >= contactMessageMin, 'CONTACT_TOO_SHORT')
  .refine((text) => lengthOf(text) <= contactMessageMax, `TOO_LONG ${contactMessageMax}`)

const anyKind = z.enum([...new Set([...contactKinds, ...saleContactKinds])])
/** Made by the form: sent again after a lost answer, the same words arrive once. */
export const ownId = z.optional(id)

export const contactReceived = z.strictObject({ id, number: z.string() })

export const contactTransactionBody = z.strictObject({
  id: ownId,
  transaction_id: id,
  subject: z.optional(anyKind),
  message: contactMessage,
})

export const contactEntry = z.strictObject({
  id,
  number: z.string(),
  status: z.enum(['open', 'done']),
  kind: anyKind,
  name: z.string(),
  /** The first line, cut to a row. */
  excerpt: z.string(),
  is_member: z.boolean(),
  created_at: instant,
})
export type ContactEntry = z.infer<typeof contactEntry>

export const contactDetail = z.strictObject({
  id,
  number: z.string(),
  status: z.enum(['open', 'done']),
  kind: anyKind,
  name: z.string(),
  email: z.nullable(z.string()),
  message: z.string(),
  user: z.nullable(z.strictObject({ id, username: z.string() })),
  transaction_id: z.nullable(id),
  transaction_number: z.nullable(z.string()),
  note: z.string(),
  acts: z.array(
    z.strictObject({
      act: z.enum(['done', 'reopened', 'noted']),
      employee_name: z.string(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  created_at: instant,
})
export type ContactDetail = z.infer<typeof contactDetail>
