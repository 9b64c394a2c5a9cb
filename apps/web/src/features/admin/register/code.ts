export type ReadCode =
  /** A member's pay code: the QR's text, or the sixteen digits under the bar code. */
  | { kind: 'member'; token: string }
  /** An article's number or bar code, to be looked up in the catalogue. */
  | { kind: 'article'; code: string }
  | { kind: 'unknown' }

/** The check digit of the sixteen digits under a pay code. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Full-width figures become half-width, and what people put between groups of figures goes. */
export function normalise(text: string): string {
  return text.normalize('NFKC').trim()
}

const longestArticle = 40

/** What a scanner, the camera or a person gave. */
export function readCode(text: string): ReadCode {
  const code = normalise(text)
  if (code.startsWith('SG1')) return { kind: 'member', token: code }
  const digits = code.replace(/[\s\-‐−–]/g, '')
  if (/^\d{16}$/.test(digits))
    return passesLuhn(digits) ? { kind: 'member', token: digits } : { kind: 'unknown' }
  if (code.length === 0 || code.length > longestArticle || /[^\x20-\x7e]/.test(code))
    return { kind: 'unknown' }
  return { kind: 'article', code }
}
