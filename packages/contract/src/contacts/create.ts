import { z } from 'zod'
import { contactKinds, isName, lengthOf, trimmed } from '../inputs/person.ts'
import { emailInput } from '../resources/members/auth.ts'
import { contactMessage, contactReceived, ownId } from '../resources/members/contacts.ts'
import { endpoint } from '../wire/endpoint.ts'

const name = z
  .string()
  .max(400)
  .transform(trimmed)
  .refine((text) => text !== '', 'REQUIRED')
  .refine((text) => text === '' || isName(text), 'NAME_FORMAT')
  .refine((text) => lengthOf(text) <= 40, 'TOO_LONG 40')

const kind = z.enum(contactKinds)

export const createContact = endpoint({
  name: 'contacts.create',
  call: 'POST /v1/contacts',
  table: 'customer',
  summary: 'お問い合わせ',
  right: 'anyone',
  note: 'from everyone, also the suspended',
  body: z.strictObject({
    id: ownId,
    name,
    email: emailInput,
    kind,
    message: contactMessage,
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
  output: contactReceived,
  errors: ['RATE_LIMITED'],
  lost: 'again',
})
