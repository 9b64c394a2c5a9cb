import { adultAge, ageOn } from '@shirogane/domain/people/age'
import { visible } from './visible.ts'

/**
 * How people write themselves: the rules for names and dates of birth that the form and the server share. A name is
 * never normalised, because NFC and NFKC turn 﨑 and U+FA10 into characters that their bearers do not write.
 */

/** Kanji of any form, kana and Latin letters, with what stands between them in names. No digits, no pictures. */
const nameForm =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}〆ー・･\u{30fb}\p{Mn}'’.\- 　]+$/u
const neverInNames = /[\p{N}--〇]/v
const kanaForm = /^[ァ-ヴー・　 ]+$/u

export const nameMax = 20
export const kanaMax = 30

/** Without unseen marks, and what a keyboard leaves at either end; the full-width space counts. */
export function trimmed(text: string): string {
  return visible(text).trim()
}

/** What a reader counts as characters: 𠮷 is one, and so is a character with its variation selector. */
export function lengthOf(text: string): number {
  return Array.from(text.replace(/\p{Mn}/gu, '')).length
}

export function isName(text: string): boolean {
  return nameForm.test(text) && !neverInNames.test(text) && !/^\p{Mn}/u.test(text) && !/\p{Mn}{3}/u.test(text)
}

/** Enough of a name's part to tell two people at a counter apart: 例＊ */
export const shortenedName = (part: string): string => `${Array.from(part)[0] ?? ''}＊`

/** Full-width katakana for kana of every kind. Kana have no variant forms to lose. */
export function toKatakana(text: string): string {
  return trimmed(
    text.normalize('NFKC').replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
  )
}

export function isKatakana(text: string): boolean {
  return kanaForm.test(text)
}

export const birthYearMin = 1900
/** Younger people cannot be members. */
export const memberAgeMin = 13

export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return (
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  )
}

/** Why a date of birth cannot be taken; null when it can. */
export function birthRefusal(birth: string, today: string): 'DOB_INVALID' | 'AGE_RESTRICTED' | null {
  if (!isCalendarDate(birth) || Number(birth.slice(0, 4)) < birthYearMin || birth > today)
    return 'DOB_INVALID'
  return ageOn(birth, today) < memberAgeMin ? 'AGE_RESTRICTED' : null
}

export function needsGuardian(birth: string, today: string): boolean {
  return birthRefusal(birth, today) === null && ageOn(birth, today) < adultAge
}

/** A number or a code in half-width, without the blanks, the 〒 and the hyphens that people write between its digits. */
export function withoutSeparators(text: string): string {
  return text.normalize('NFKC').replace(/[\s〒‐‑‒–—―−ー-]/g, '')
}

export const genders = ['female', 'male', 'other', 'unanswered'] as const
export type Gender = (typeof genders)[number]

/** As long as the lines of a parcel's label, in the characters that their writer chose. */
export const addressMax = { city: 40, town: 60, street: 60, building: 60 } as const

type AddressParts = {
  prefecture: string
  city: string
  town: string
  street: string
  building: string | null
}

/** The address on one line, and the building behind a space. */
export function addressLine({ prefecture, city, town, street, building }: AddressParts): string {
  return `${prefecture}${city}${town}${street}${building ? ` ${building}` : ''}`
}

/** What a question is about, in the order of the form. */
export const contactKinds = [
  'payment',
  'charge',
  'points',
  'goods',
  'kyc',
  'affiliate',
  'account',
  'other',
] as const
/** What a customer asks about a movement of their own, from its page. */
export const saleContactKinds = ['sale_amount', 'sale_unknown', 'sale_points', 'other'] as const
export type SaleContactKind = (typeof saleContactKinds)[number]
export type ContactKind = (typeof contactKinds)[number] | SaleContactKind
export const contactMessageMin = 10
export const contactMessageMax = 1000
