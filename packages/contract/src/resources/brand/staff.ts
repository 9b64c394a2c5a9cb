import { z } from 'zod'
import { isName, lengthOf, trimmed } from '../../inputs/person.ts'
import { employeeType, id, instant } from '../shapes.ts'

/** A member of staff: register staff see of each other what is needed to hand a register over, and no more. */
export const staffMember = z.strictObject({
  id,
  /** The number that staff sign in with, such as E0003. */
  number: z.string(),
  name: z.string(),
  /** Whether they can take over a register of their store. */
  has_pin: z.boolean(),
  /** For managers and head office. */
  details: z.nullable(
    z.strictObject({
      type: employeeType,
      /** Null for head office. */
      store_id: z.nullable(id),
      store_name: z.nullable(z.string()),
      active: z.boolean(),
      last_used_at: z.nullable(instant),
      /** Until when an invitation waits for them; null where none does. */
      invited_until: z.nullable(instant),
      /** Who let them in or gave them their role, while no other colleague has vouched for them. Null once one has. */
      let_in: z.nullable(
        z.strictObject({
          by: z.array(z.string()),
          at: instant,
          /** Whether the caller may. */ may_vouch: z.boolean(),
        }),
      ),
      /** Whether the caller may change them. */
      may_change: z.boolean(),
      /**
       * The customer account of the same person; null where none is known, and for a caller who may not change them.
       */
      own_customer: z.nullable(z.strictObject({ id, username: z.string(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type StaffMember = z.infer<typeof staffMember>

export const staffName = z
  .string()
  .max(200)
  .transform(trimmed)
  .refine((text) => text !== '', 'REQUIRED')
  .refine((text) => text === '' || isName(text), 'NAME_FORMAT')
  .refine((text) => lengthOf(text) <= 40, 'TOO_LONG 40')

/** Shown once to the person who invites: the server keeps only its hash. */
export const invitationLink = z.strictObject({ code: z.string(), url: z.string(), expires_at: instant })
export const invitationCode = z.string().min(1).max(60)
