import { z } from 'zod'
import { transaction } from '../shapes.ts'

/** A charge, and where the card's bank still wants to see its holder, the page that shows the bank's. */
export const charge = z.strictObject({
  ...transaction.shape,
  three_d_secure: z.nullable(
    z.strictObject({
      frame_url: z.url(),
      public_key: z.nullable(z.string()),
      /** The gateway's name of the charge. */
      charge: z.string(),
    }),
  ),
})
export type Charge = z.infer<typeof charge>
