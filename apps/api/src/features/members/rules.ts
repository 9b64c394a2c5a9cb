import { halfWidth, readPhone } from '@shirogane/contract/inputs/read-fields'
import { toKatakana } from '@shirogane/contract/inputs/person'
import { searchCopy } from '@shirogane/contract/rules/variants'

/** What a search may be for; null where what was typed cannot be meant so. */
export type Wanted = {
  /** The beginning of a name in kanji, of one in kana, and of a user name. */
  name: string
  kana: string
  username: string
  phone: string | null
  /** The last four digits of a number, as people say them at a counter. */
  phone_end: string | null
}

export function wantedOf(q: string): Wanted | null {
  const typed = halfWidth(q)
  if (typed === '') return null
  const phone = readPhone(typed)
  return {
    name: searchCopy(typed),
    kana: searchCopy(toKatakana(typed)),
    username: typed.toLowerCase(),
    phone: 'e164' in phone ? phone.e164 : null,
    phone_end: /^\d{4}$/.test(typed) ? typed : null,
  }
}
