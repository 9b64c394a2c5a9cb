import { readPayCode } from '@shirogane/contract/inputs/pay-code'

export type ReadCode =
  /** A member's pay code: the QR's text, or the sixteen digits under the bar code. */
  | { kind: 'member'; token: string }
  /** The number of a receipt, as its bar code says it. */
  | { kind: 'receipt'; number: string }
  /** An article's number or bar code, to be looked up in the catalogue. */
  | { kind: 'article'; code: string }
  | { kind: 'unknown' }

/** Full-width figures become half-width, as an input method writes them. */
export function normaliseCode(text: string): string {
  return text.normalize('NFKC').trim()
}

const longestArticle = 40
/** 20261122-KNZ1-0012: the business day, the shop and the running number. */
const receiptNumber = /^\d{8}-[A-Z]{3}\d{1,3}-\d{4,10}$/i

/**
 * A member's pay code, or what was one before a sign of it was misread. It goes into no search and no address, because
 * both are written down.
 */
export function isPayCode(text: string): boolean {
  const code = normaliseCode(text)
  return readPayCode(text) !== null || /^SG1/i.test(code) || /^\d{16}$/.test(code.replace(/[\s-]/g, ''))
}

/** What a scanner, the camera or a person gave. */
export function readCode(text: string): ReadCode {
  const member = readPayCode(text)
  if (member !== null) return { kind: 'member', token: member.text }
  const code = normaliseCode(text)
  if (receiptNumber.test(code)) return { kind: 'receipt', number: code.toUpperCase() }
  const isArticle = /^[\x20-\x7e]+$/.test(code) && code.length <= longestArticle
  // A pay code with a wrong letter or figure was misread: no article is looked up for it.
  return isArticle && !isPayCode(text) ? { kind: 'article', code } : { kind: 'unknown' }
}

/** Whether this is the code of that very article: its bar code, or its number in capitals or small letters. */
export function isExactly({ barcode, sku }: { barcode: string; sku: string }, code: string): boolean {
  return barcode === code || sku.toLowerCase() === code.toLowerCase()
}
