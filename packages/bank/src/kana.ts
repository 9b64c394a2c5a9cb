/**
 * How banks write: the letters that a transfer may carry, one byte each, and the ways in which people write the same.
 * The form, the server and the file for the bank ask the same functions, so that what the member confirmed is what goes
 * out.
 */

/** As long as the file's field for whom the money is for. Nothing is ever cut to fit: half a name is another name. */
const holderBytesMax = 30

const full =
  'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶ'
/** Small kana become large ones. ヰ and ヱ have no half-width form and ヲ is not for names: banks write how they sound. */
const half = 'ｱｱｲｲｳｳｴｴｵｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾔﾕﾕﾖﾖﾗﾘﾙﾚﾛﾜﾜｲｴｵﾝｶｹ'
const halfOf = new Map([...full].map((letter, index) => [letter, half[index] ?? '']))

const hyphens = /[‐‑‒–—―−ー－-]/g
const holderLetters = /^[0-9A-Zｱ-ﾝﾞﾟ()\-. ]+$/
/** ﾞ stands behind ｶ to ﾄ, ﾊ to ﾎ and ｳ, ﾟ behind ﾊ to ﾎ alone. */
const strayMark = /(?<![ｶ-ﾄﾊ-ﾎｳ])ﾞ|(?<![ﾊ-ﾎ])ﾟ/

/**
 * The letters of a transfer for the kana, Latin letters and digits that were written; what has no such letter, a kanji
 * above all, stays as it is and makes the name none that a bank can take.
 */
export function toBankKana(text: string): string {
  return (
    text
      .replaceAll('゛', '\u3099')
      .replaceAll('゜', '\u309a')
      // Half-width kana become full-width ones with their marks, and full-width letters and digits become half-width.
      .normalize('NFKC')
      .normalize('NFD')
      .replaceAll('\u3099', 'ﾞ')
      .replaceAll('\u309a', 'ﾟ')
      .replace(hyphens, '-')
      .replace(/[ァ-ヶ]/g, (letter) => halfOf.get(letter) ?? letter)
      .replace(/[\s・]+/g, ' ')
      .trim()
      .toUpperCase()
  )
}

type HolderRefusal = 'ACCOUNT_HOLDER_FORMAT' | 'ACCOUNT_HOLDER_TOO_LONG'

/** Kinds of corporations as banks shorten them, with how they are written and spoken in full. */
const corporations: readonly (readonly [short: string, ...full: string[]])[] = [
  ['ｶ', '株式会社', '(株)', 'ｶﾌﾞｼｷｶﾞｲｼﾔ', 'ｶﾌﾞｼｷｶｲｼﾔ'],
  ['ﾕ', '有限会社', '(有)', 'ﾕｳｹﾞﾝｶﾞｲｼﾔ'],
  ['ﾒ', '合名会社', '(名)', 'ｺﾞｳﾒｲｶﾞｲｼﾔ'],
  ['ｼ', '合資会社', '(資)', 'ｺﾞｳｼｶﾞｲｼﾔ'],
  ['ﾄﾞ', '合同会社', '(同)', 'ｺﾞｳﾄﾞｳｶﾞｲｼﾔ'],
  ['ｲ', '医療法人', 'ｲﾘﾖｳﾎｳｼﾞﾝ'],
  ['ｻﾞｲ', '一般財団法人', '公益財団法人', '財団法人', 'ｻﾞｲﾀﾞﾝﾎｳｼﾞﾝ'],
  ['ｼﾔ', '一般社団法人', '公益社団法人', '社団法人', 'ｼﾔﾀﾞﾝﾎｳｼﾞﾝ'],
  ['ｼﾕｳ', '宗教法人', 'ｼﾕｳｷﾖｳﾎｳｼﾞﾝ'],
  ['ｶﾞｸ', '学校法人', 'ｶﾞﾂｺｳﾎｳｼﾞﾝ'],
  ['ﾌｸ', '社会福祉法人', 'ｼﾔｶｲﾌｸｼﾎｳｼﾞﾝ'],
  ['ﾄｸﾋ', '特定非営利活動法人', 'NPO法人', 'ﾄｸﾃｲﾋｴｲﾘｶﾂﾄﾞｳﾎｳｼﾞﾝ'],
  ['ﾄﾞｸ', '独立行政法人', 'ﾄﾞｸﾘﾂｷﾞﾖｳｾｲﾎｳｼﾞﾝ'],
  ['ﾍﾞﾝ', '弁護士法人', 'ﾍﾞﾝｺﾞｼﾎｳｼﾞﾝ'],
  ['ｾﾞｲ', '税理士法人', 'ｾﾞｲﾘｼﾎｳｼﾞﾝ'],
  ['ｷﾞﾖ', '行政書士法人', 'ｷﾞﾖｳｾｲｼﾖｼﾎｳｼﾞﾝ'],
  ['ｼﾎｳ', '司法書士法人', 'ｼﾎｳｼﾖｼﾎｳｼﾞﾝ'],
  ['ﾀﾞｲ', '国立大学法人', 'ｺｸﾘﾂﾀﾞｲｶﾞｸﾎｳｼﾞﾝ'],
  ['ﾉｳ', '農事組合法人', 'ﾉｳｼﾞｸﾐｱｲﾎｳｼﾞﾝ'],
]
const shortForms = corporations.map(([short]) => short).join('|')
const corporateHolder = new RegExp(`^(${shortForms})\\)|\\((${shortForms})(\\)|$)`)

/** A corporation's kind in the letters of a transfer: ｶ)ﾅﾏｴ in front, ﾅﾏｴ(ｶ behind. */
function foldCorporation(kana: string): string {
  for (const [short, ...full] of corporations) {
    for (const word of full) {
      if (kana.startsWith(word)) return `${short})${kana.slice(word.length).trim()}`
      if (kana.endsWith(word)) return `${kana.slice(0, -word.length).trim()}(${short}`
    }
  }
  return kana
}

/** Whether an account is a corporation's, by the sign that every bank's name of one carries. */
export function isCorporateHolder(holder: string): boolean {
  return corporateHolder.test(foldCorporation(toBankKana(holder)).replaceAll(' ', ''))
}

/** The holder's name as a transfer carries it. */
export function readHolder(text: string): { kana: string } | { refusal: HolderRefusal } {
  if (text.length > 200) return { refusal: 'ACCOUNT_HOLDER_TOO_LONG' }
  const kana = foldCorporation(toBankKana(text))
  if (!holderLetters.test(kana) || strayMark.test(kana)) return { refusal: 'ACCOUNT_HOLDER_FORMAT' }
  // Every letter is one byte, and a mark is a letter of its own.
  return kana.length > holderBytesMax ? { refusal: 'ACCOUNT_HOLDER_TOO_LONG' } : { kana }
}

/** Whether an account is in this person's name: blanks are set differently by every bank. */
export function isSameHolder(holder: string, nameKana: string): boolean {
  const folded = (text: string) => toBankKana(text).replaceAll(' ', '')
  return folded(nameKana) !== '' && folded(holder) === folded(nameKana)
}

/** The name of a bank or a branch in a transfer: kana, letters, digits and hyphens alone. None in use is longer than fifteen. */
export function bankNameKana(text: string): string {
  return toBankKana(text).replace(/[^0-9A-Zｱ-ﾝﾞﾟ-]/g, '')
}

export const accountTypes = ['ordinary', 'current', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]
export const accountTypeNames: Readonly<Record<AccountType, string>> = {
  ordinary: '普通',
  current: '当座',
  savings: '貯蓄',
}

/** Seven digits: a shorter number has zeros in front. */
export function readAccountNumber(text: string): string | null {
  if (text.length > 40) return null
  const digits = text.normalize('NFKC').replace(hyphens, '').replace(/\s/g, '')
  return /^\d{1,7}$/.test(digits) ? digits.padStart(7, '0') : null
}

export const yuchoCode = '9900'
type YuchoAccount = { branch_code: string; account_type: AccountType; account_number: string }

/**
 * The branch and number by which other banks reach an account of ゆうちょ, from the symbol and number in its passbook:
 * symbols that begin with 1 are savings books, whose number ends in a 1 that is no part of it; those that begin with 0
 * are transfer accounts. A single digit between the two, as in 01940-1-123456, says nothing.
 */
export function readYucho(symbolText: string, numberText: string): YuchoAccount | null {
  const [symbol, number] = [symbolText, numberText].map((text) =>
    text.length > 40 ? '' : text.normalize('NFKC').replace(hyphens, '-').replace(/\s/g, ''),
  ) as [string, string]
  const [, kind, branch] = /^([01])(\d\d)\d\d(?:-\d?)?$/.exec(symbol) ?? []
  if (branch === undefined) return null
  const digits = number.replace(/^\d?-/, '')
  if (kind === '1') {
    if (!/^\d{2,8}$/.test(digits) || !digits.endsWith('1')) return null
    return {
      branch_code: `${branch}8`,
      account_type: 'ordinary',
      account_number: digits.slice(0, -1).padStart(7, '0'),
    }
  }
  if (!/^\d{1,6}$/.test(digits)) return null
  return { branch_code: `${branch}9`, account_type: 'current', account_number: digits.padStart(7, '0') }
}

/** `普通 ****345`: enough to recognise one's own account by. */
export function showAccount(account: { account_type: AccountType; account_number: string }): string {
  return `${accountTypeNames[account.account_type]} ${maskAccountNumber(account.account_number)}`
}

export function maskAccountNumber(number: string): string {
  return `****${number.slice(-3)}`
}

/** What a second proof names: the bank, its branch and the last digits, and never the whole number. */
export function accountRef(account: {
  bank_code: string
  branch_code: string
  account_number: string
}): string {
  return `${account.bank_code}-${account.branch_code}-${account.account_number.slice(-3)}`
}
