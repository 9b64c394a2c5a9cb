import { z } from 'zod'

export const savedAddress = z.strictObject({
  postcode: z.string(),
  prefecture: z.string(),
  city: z.string(),
  town: z.string(),
  street: z.string(),
  building: z.nullable(z.string()),
})
export type SavedAddress = z.infer<typeof savedAddress>
