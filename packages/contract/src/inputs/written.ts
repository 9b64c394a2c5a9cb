import { z } from 'zod'
import { trimmed } from './person.ts'

/** What a person typed for others to read, without unseen marks and blanks at either end: what is left is counted. */
export const written = z.string().overwrite(trimmed)
