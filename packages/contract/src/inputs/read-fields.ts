import { visible } from './visible.ts'

/**
 * What people type into the fields of an account, in the one spelling that is kept. A Japanese keyboard writes digits and
 * letters in two widths and a hyphen in a dozen shapes: all of them mean the same. Each reader answers null for what
 * cannot be meant; the form and the server ask the same reader.
 */

const hyphens = /[‐‑‒–—―−ー－-]/g

/**
 * Half width, without unseen marks (a copied number often comes between two) and what a keyboard leaves at either end.
 * Not for names, whose variant letters it would change.
 */
export function halfWidth(text: string): string {
  return visible(text).normalize('NFKC').trim()
}

/** Digits and a leading plus, without hyphens, spaces and brackets. */
function dialled(text: string): string {
  return halfWidth(text)
    .replace(hyphens, '')
    .replace(/[\s().]/g, '')
}

type PhoneRefusal = 'PHONE_FORMAT' | 'PHONE_NOT_MOBILE'
type Phone = { e164: string } | { refusal: PhoneRefusal }

/** Mobile prefixes; 060 is in use since July 2026. */
const mobile = /^0[6-9]0\d{8}$/
/** The first digit after the prefix is never 0 in a number that a person can have: tests and the demo live there. */
const allocatedMobile = /^0[6-9]0[1-9]\d{7}$/
/** Landlines, IP phones and free numbers exist, and take no SMS. A mobile with a digit too few is none of them. */
const otherPhone = /^(?:0(?![5-9]0)[1-9]\d{8}|0(?:50|20)\d{8}|0(?:120|800)\d{6,7})$/

/** A Japanese mobile number in E.164. A caller that really sends asks for an allocated number. */
export function readPhone(text: string, { allocatedOnly = false }: { allocatedOnly?: boolean } = {}): Phone {
  if (text.length > 40) return { refusal: 'PHONE_FORMAT' }
  const typed = dialled(text)
  const national = typed.startsWith('+81') ? `0${typed.slice(3).replace(/^0/, '')}` : typed
  // 020 is for machines, although its shape is that of a mobile.
  if ((allocatedOnly ? allocatedMobile : mobile).test(national)) return { e164: `+81${national.slice(1)}` }
  return { refusal: otherPhone.test(national) ? 'PHONE_NOT_MOBILE' : 'PHONE_FORMAT' }
}

/** `090-1234-5678` for a number in E.164. */
export function showPhone(e164: string): string {
  const national = e164.startsWith('+81') ? `0${e164.slice(3)}` : e164
  return national.length === 11
    ? `${national.slice(0, 3)}-${national.slice(3, 7)}-${national.slice(7)}`
    : national
}

/** `090-****-5678`: enough to recognise one's own number by. */
export function maskPhone(e164: string): string {
  return showPhone(e164).replace(/-\d{4}-/, '-****-')
}

/** `a***@example.jp` */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1***')
}

/** Crockford's letters: none of them is taken for another. */
export const undoCodeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number that takes a change of the mail address back, or stops payouts, as the member copies it from a letter. */
export function readUndoCode(text: string): string | null {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s‐‑‒–—―−ー-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(typed) ? typed : null
}

const emailMax = 254
/** Dots before the @ and in a row are against the standard, and yet the carriers gave such addresses out for years. */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A mail address in lower case. Letters that only look like Latin ones are refused, for they reach another person. */
export function readEmail(text: string): string | null {
  if (text.length > emailMax * 2) return null
  const email = halfWidth(text).toLowerCase()
  return email.length <= emailMax && emailForm.test(email) ? email : null
}

const usernameForm = /^[a-z][a-z0-9_]{3,19}$/

/** A user name in lower case: Taro and taro are one. */
export function readUsername(text: string): string | null {
  if (text.length > 80) return null
  const username = halfWidth(text).toLowerCase()
  return usernameForm.test(username) ? username : null
}

/** Six digits as text: a code may begin with zero. */
export function readPin(text: string): string | null {
  if (text.length > 40) return null
  const pin = dialled(text)
  return /^\d{6}$/.test(pin) ? pin : null
}

const inviteCodeForm = /^[A-Z0-9_-]{4,32}$/

/** The code of an invitation, as it stands in a link or on a card. */
export function readInviteCode(text: string): string | null {
  if (text.length > 80) return null
  const code = halfWidth(text).toUpperCase()
  return inviteCodeForm.test(code) ? code : null
}
