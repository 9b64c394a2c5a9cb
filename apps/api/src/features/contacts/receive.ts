import { limits } from '@shirogane/contract/rules/limits'
import { searchCopy } from '@shirogane/contract/rules/variants'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { type NewContact, recordContact } from './store.ts'

type Words = Omit<NewContact, 'id' | 'search_text'> & { id: string | undefined }

/** Takes a question into the inbox. Nothing of it is ever sent anywhere, so that the form cannot serve as a relay. */
export async function receive(
  ctx: Context,
  words: Words,
  ip: string,
): Promise<{ id: string; number: string }> {
  const day = 86_400
  await ctx.limits.spend(
    words.user_id
      ? { bucket: `contact:${words.user_id}`, max: limits.contactsPerDay, windowSeconds: day }
      : { bucket: `contact-from:${network(ip)}`, max: limits.contactsPerNetworkDay, windowSeconds: day },
  )
  const id = words.id ?? uuidv7(ctx.now())
  const number = await recordContact(ctx.db, {
    ...words,
    id,
    search_text: searchCopy(words.name, words.email, words.transaction_number, words.message),
  })
  if (number === null) throw new Problem('CONFLICT')
  return { id, number }
}
