import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { lengthOf, trimmed } from './person.ts'
import { empty, id, whole } from './resources.ts'

const who = ['register', 'manager', 'accounting', 'owner'] as const
/** As the page of the search has it in its address: empty parts leave everything in. */
const part = (max: number) => z.string().max(max)
const filter = z.strictObject({
  store_id: part(36),
  date: part(10),
  until: part(10),
  amount_from: part(9),
  amount_until: part(9),
  employee_id: part(36),
  skus: part(37 * limits.searchSkusMax),
  q: part(60),
})
const name = z
  .string()
  .max(400)
  .transform((text) => trimmed(text.replace(/\p{C}+/gu, ' ')))
  .refine((text) => lengthOf(text) <= limits.savedSearchNameMax, `TOO_LONG ${limits.savedSearchNameMax}`)

const savedSearch = z.strictObject({
  id,
  /** Empty until somebody gives it one: then its conditions say what it is. */
  name: z.string(),
  filter,
  /** How much it found when it was kept. */
  count: whole,
})
export type SavedSearch = z.infer<typeof savedSearch>

const output = z.strictObject({ items: z.array(savedSearch) })

export const savedSearches = {
  list: endpoint({
    name: 'transactions.savedSearches',
    summary: '自分が保存した検索（どのレジでも同じものが出る。新しい順）',
    who,
    status: 200,
    output,
    errors: [],
  }),
  save: endpoint({
    name: 'transactions.saveSearch',
    summary: '検索条件の保存（同じ条件は1つ。結果は保存しない）',
    who,
    body: z.strictObject({ id, name, filter, count: whole.min(0).max(limits.amountMax) }),
    status: 200,
    output,
    errors: ['SAVED_SEARCH_LIMIT', 'CONFLICT'],
  }),
  rename: endpoint({
    name: 'transactions.renameSearch',
    summary: '保存した検索の名前の変更',
    who,
    params: z.object({ id }),
    body: z.strictObject({ name: name.refine((text) => text !== '', 'REQUIRED') }),
    status: 200,
    output,
    errors: [],
  }),
  remove: endpoint({
    name: 'transactions.removeSearch',
    summary: '保存した検索の削除',
    who,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: [],
  }),
}
