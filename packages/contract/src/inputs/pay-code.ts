/**
 * The form of a code that a customer shows. The QR holds `SG1`, 26 Crockford base32 letters (130 random bits) and a
 * check letter; the bar code holds 16 digits, the last of which is Luhn's. Both sides read codes here, so that a register
 * and the server never disagree on what is one. Pure text: no secret and no meaning is in it.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'SG1'
const bodyLength = 26
const tokenForm = new RegExp(`^${prefix}[${alphabet}]{${bodyLength + 1}}$`)

export type ScannedCode = { kind: 'token' | 'code'; text: string }

/**
 * What was scanned or typed, in its one canonical spelling, or null when it is no code of ours. Full-width letters,
 * blanks and hyphens are how people and IMEs write the same code.
 */
export function readPayCode(input: string): ScannedCode | null {
  if (input.length > 128) return null
  const text = input
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s‐‑‒–—―−-]/g, '')
  if (/^\d{16}$/.test(text))
    return text.endsWith(luhnDigit(text.slice(0, -1))) ? { kind: 'code', text } : null
  if (!tokenForm.test(text)) return null
  return text.endsWith(checkLetter(text.slice(0, -1))) ? { kind: 'token', text } : null
}

/** The QR's text for 26 random values from 0 to 31. */
export function payTokenText(random: ArrayLike<number>): string {
  const body = Array.from({ length: bodyLength }, (_, index) => alphabet[random[index]! & 31]).join('')
  return prefix + body + checkLetter(prefix + body)
}

/** The sixteen digits for 15 random ones. */
export function payCodeDigits(fifteen: string): string {
  return fifteen + luhnDigit(fifteen)
}

/** Catches a letter that was misread, and most that were swapped. */
function checkLetter(text: string): string {
  let sum = 0
  for (const letter of text) sum = (((sum << 1) | (sum >> 4)) & 31) ^ (alphabet.indexOf(letter) & 31)
  return alphabet[sum]!
}

function luhnDigit(digits: string): string {
  let sum = 0
  for (let index = digits.length - 1, double = true; index >= 0; index -= 1, double = !double) {
    const digit = Number(digits[index]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}
