import { z } from 'zod'
import { emailInput } from './auth.ts'
import { callers, endpoint } from './endpoint.ts'
import {
  contactKinds,
  contactMessageMax,
  contactMessageMin,
  isName,
  lengthOf,
  saleContactKinds,
  trimmed,
} from './person.ts'
import { id, instant, pageOf, pageQuery } from './resources.ts'
import { visible } from './written.ts'

const name = z
  .string()
  .max(400)
  .transform(trimmed)
  .refine((text) => text !== '', 'REQUIRED')
  .refine((text) => text === '' || isName(text), 'NAME_FORMAT')
  .refine((text) => lengthOf(text) <= 40, 'TOO_LONG 40')
/** Text alone: line breaks are kept, everything else invisible goes. */
const message = z
  .string()
  .max(8_000)
  .transform((text) => trimmed(visible(text)))
  .refine((text) => lengthOf(text) >= contactMessageMin, 'CONTACT_TOO_SHORT')
  .refine((text) => lengthOf(text) <= contactMessageMax, `TOO_LONG ${contactMessageMax}`)
const kind = z.enum(contactKinds)
const anyKind = z.enum([...new Set([...contactKinds, ...saleContactKinds])])
/** Made by the form: sent again after a lost answer, the same words arrive once. */
const ownId = z.optional(id)

const received = z.strictObject({ id, number: z.string() })

export const contactTransactionBody = z.strictObject({
  id: ownId,
  transaction_id: id,
  subject: z.optional(anyKind),
  message,
})
export const contactReceived = received

export const contacts = {
  create: endpoint({
    name: 'contacts.create',
    summary: 'お問い合わせ',
    who: callers,
    body: z.strictObject({
      id: ownId,
      name,
      email: emailInput,
      kind,
      message,
      transaction_number: z.optional(
        z.nullable(
          z
            .string()
            .max(40)
            .transform((text) => trimmed(text.normalize('NFKC'))),
        ),
      ),
    }),
    status: 201,
    output: received,
    errors: ['RATE_LIMITED'],
  }),
}

const contactEntry = z.strictObject({
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

const reviewers = ['manager', 'owner'] as const

/** The inbox of the staff. */
export const contactInbox = {
  contacts: endpoint({
    name: 'admin.contacts',
    summary: 'お問い合わせの一覧',
    who: reviewers,
    query: z.object({
      ...pageQuery.shape,
      status: z.enum(['open', 'done', 'all']).default('open'),
      q: z.string().max(100).default(''),
    }),
    status: 200,
    output: z.strictObject({ ...pageOf(contactEntry).shape, open_count: z.int() }),
    errors: [],
  }),
  contact: endpoint({
    name: 'admin.contact',
    summary: 'お問い合わせの内容（閲覧は記録される）',
    who: reviewers,
    params: z.object({ id }),
    status: 200,
    output: contactDetail,
    errors: [],
  }),
  updateContact: endpoint({
    name: 'admin.updateContact',
    summary: 'お問い合わせの対応',
    who: reviewers,
    params: z.object({ id }),
    body: z.strictObject({
      status: z.optional(z.enum(['open', 'done'])),
      note: z.optional(z.string().max(2_000)),
    }),
    status: 200,
    output: contactDetail,
    errors: ['CONFLICT'],
  }),
}
