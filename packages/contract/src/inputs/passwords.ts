import { visible } from './visible.ts'
import { ownNames, walks } from './password-words.ts'

const passwordMin = 10
const passwordMax = 128

type PasswordRefusal = 'PASSWORD_TOO_SHORT' | 'PASSWORD_CHARS' | 'PASSWORD_TOO_COMMON'

/**
 * The password as it is hashed: letters of both widths are the same letters, and unseen marks, or what one keyboard
 * adds to a picture and another does not, are no part of it. Of a password in letters, digits and marks of ASCII this
 * changes nothing.
 */
export function canonicalPassword(text: string): string {
  return visible(text)
    .normalize('NFKC')
    .replace(/[\u200d\p{Variation_Selector}]/gu, '')
    .trim()
}

/** What its owner counts: a kanji is one, and so is a picture, however many it was made of. */
export function passwordLength(text: string): number {
  const counted = visible(text)
    .normalize('NFKC')
    .trim()
    .replace(/\u200d\p{Extended_Pictographic}|\p{M}|\p{Emoji_Modifier}/gu, '')
  return Array.from(counted).length
}

/**
 * Why a password cannot be taken; null when it can. `about` is what anybody may know of its owner: name, number,
 * birthday. `names` are what the brand is called. The list of common ones is the server's, for it is too long for a
 * phone.
 */
export function passwordRefusal(
  text: string,
  about: readonly (string | null | undefined)[] = [],
  names: readonly (string | null)[] = [],
): PasswordRefusal | null {
  const password = canonicalPassword(text)
  if (Array.from(password).length > passwordMax || /[\p{Cc}\p{Cs}]/u.test(password)) return 'PASSWORD_CHARS'
  if (passwordLength(text) < passwordMin) return 'PASSWORD_TOO_SHORT'
  const isGuessed =
    isMonotonous(foldPassword(password)) || isAboutBrand(password, names) || isAboutOwner(password, about)
  return isGuessed ? 'PASSWORD_TOO_COMMON' : null
}

/** In one case, one width and one kind of kana. */
export function foldPassword(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

/** Digits and marks as people put them for the letters that they look like. */
export function withoutDisguise(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '@': 'a',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '5': 's',
    $: 's',
  }
  return text.replace(/[@0135$]/g, (sign) => letters[sign] ?? sign)
}

/** What stays of a text without blanks and marks. */
const bare = (text: string): string => foldPassword(text).replace(/[^\p{L}\p{N}ー]/gu, '')

function isAboutOwner(password: string, about: readonly (string | null | undefined)[]): boolean {
  const plain = bare(password)
  return about
    .flatMap((one) => {
      const word = bare(one ?? '')
      // A number is also known without its country.
      return [word, word.replace(/^81/, '0'), word.replace(/^81/, '')]
    })
    .some((word) => word.length >= 4 && plain.includes(word))
}

/** Letters that have to be there besides the name of the brand. */
const ownLettersMin = 5

/** The name of the brand, with hardly more than figures and marks around it. */
function isAboutBrand(password: string, names: readonly (string | null)[]): boolean {
  const words = [
    ...names.map((name) => bare((name ?? '').replace(/株式会社|有限会社|合同会社/g, ''))),
    ...ownNames.split(' '),
  ]
    .filter((word) => word.length > 1)
    .sort((a, b) => b.length - a.length)
  const folded = foldPassword(password)
  return [folded, withoutDisguise(folded)].some((text) => {
    const letters = bare(text)
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), letters)
    return rest !== letters && rest.replace(/[^\p{L}]/gu, '').length < ownLettersMin
  })
}

const runMin = 3
/** Signs that may stand beside the runs without making them any better. */
const besideMax = 2

/** A few signs again and again, runs and steps along a row of keys, or a number of so many digits that it is a date or a phone's. */
function isMonotonous(plain: string): boolean {
  const signs = Array.from(plain)
  if (new Set(signs).size < 4) return true
  if (/^[\d\s\p{P}]{1,15}$/u.test(plain) && /\d{4}/.test(plain)) return true
  if (/^(.{1,8})\1+.{0,2}$/u.test(plain)) return true
  let beside = 0
  for (let at = 0; at < signs.length && beside <= besideMax;) {
    const length = runFrom(signs, at)
    if (length < runMin) beside += 1
    at += length < runMin ? 1 : length
  }
  return beside <= besideMax
}

/** How many signs from here on are one sign again and again, or follow each other on one of the ways. */
function runFrom(signs: readonly string[], at: number): number {
  let longest = 1
  while (signs[at + longest] === signs[at]) longest += 1
  for (const walk of walks) {
    let length = 1
    while (at + length < signs.length && walk.includes(signs.slice(at, at + length + 1).join(''))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}
