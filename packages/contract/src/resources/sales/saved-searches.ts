import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { lengthOf, trimmed } from '../../inputs/person.ts'
import { id, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

/** As the page of the search has it in its address: empty parts leave everything in. */
const part = (max: number) => written.max(max)
export const searchFilter = z.strictObject({
  store_id: part(36),
  date: part(10),
  until: part(10),
  amount_from: part(9),
  amount_until: part(9),
  employee_id: part(36),
  skus: part(37 * limits.searchSkusMax),
  q: part(60),
})
export const searchName = z
  .string()
  .max(400)
  .transform((text) => trimmed(text).replaceAll('\n', ' '))
  .refine((text) => lengthOf(text) <= limits.savedSearchNameMax, `TOO_LONG ${limits.savedSearchNameMax}`)

const savedSearch = z.strictObject({
  id,
  /** Empty until the person gives it one: then its conditions say what it is. */
  name: z.string(),
  filter: searchFilter,
  /** How much it found when it was kept. */
  count: whole,
})
export type SavedSearch = z.infer<typeof savedSearch>

export const savedSearchList = z.strictObject({ items: z.array(savedSearch) })
