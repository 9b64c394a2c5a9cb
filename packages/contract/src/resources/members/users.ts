import { z } from 'zod'

/** Taken or free is an answer and no error; `message` is the sentence under the field. */
export const availability = z.strictObject({ available: z.boolean(), message: z.optional(z.string()) })
