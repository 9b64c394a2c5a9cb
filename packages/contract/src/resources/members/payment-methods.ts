import { z } from 'zod'
import { id, instant, whole } from '../shapes.ts'

/** What a card is recognised by. Its number never reaches us: the gateway's own form turns it into a token. */
export const paymentMethod = z.strictObject({
  id,
  type: z.literal('card'),
  brand: z.string(),
  last4: z.string(),
  exp_month: whole,
  exp_year: whole,
  default: z.boolean(),
  nickname: z.nullable(z.string()),
  created_at: instant,
})
export type PaymentMethod = z.infer<typeof paymentMethod>

/** What the gateway's form needs. The form is a page of its own, under another origin than the app's. */
export const cardForm = z.strictObject({
  frame_url: z.url(),
  /** The key by which the gateway knows us in a browser; null where its form needs none. */
  public_key: z.nullable(z.string()),
  /** Whom the card's bank may ask for: one of the two is enough. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type CardForm = z.infer<typeof cardForm>
