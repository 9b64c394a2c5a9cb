import type { PayoutFailure } from './failures.ts'
import type { AccountType } from './kana.ts'

/**
 * The file of transfers (総合振込) that banks read, and the file in which they answer. A record is 120 bytes of JIS X 0201,
 * where every letter, a voiced sign too, is one byte; figures stand on the right behind zeros, letters on the left
 * before spaces. What does not fit is refused here and never cut, for a cut name is another person's.
 */

type Account = {
  bank_code: string
  /** In the bank's own kana, half width. */
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: AccountType
  account_number: string
}

export type Consignor = Account & { code: string; name: string }

export type Transfer = Account & {
  holder: string
  amount: number
  /** 1 for the first transfer to an account, 2 where it was changed, 0 otherwise. */
  newness: 0 | 1 | 2
  /** Our own number of the line, by which it is known again in the answer. */
  reference: number
}

export type LineEnd = 'crlf' | 'none'

export type TransferFile = {
  consignor: Consignor
  /** YYYY-MM-DD */
  value_date: string
  transfers: readonly Transfer[]
}

const recordBytes = 120
const accountTypeDigits: Readonly<Record<AccountType, string>> = { ordinary: '1', current: '2', savings: '4' }

/** What a name of a person may hold, and what one of a bank may: fewer signs. */
const nameForm = /^[0-9A-Zｱ-ﾝﾞﾟ().\- ]*$/
const bankNameForm = /^[0-9A-Zｱ-ﾝﾞﾟ\- ]*$/
/** Banks are known by their codes; their names have fifteen places and are shortened by everybody. */
const bankNameBytes = 15

function figures(value: string | number, length: number): string {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > length)
    throw new RangeError(`${text} has no place in ${length} figures`)
  return text.padStart(length, '0')
}

function letters(text: string, length: number, form: RegExp): string {
  if (!form.test(text) || text.length > length)
    throw new RangeError(`「${text}」 has no place in ${length} letters`)
  return text.padEnd(length, ' ')
}

/** A sign of voice belongs to the letter before it, and goes with it. */
function bankName(text: string): string {
  const cut = text.slice(0, bankNameBytes)
  return letters(/^[ﾞﾟ]/.test(text.slice(bankNameBytes)) ? cut.slice(0, -1) : cut, bankNameBytes, bankNameForm)
}

function record(parts: readonly string[]): string {
  const text = parts.join('')
  if (text.length > recordBytes) throw new RangeError(`A record of ${text.length} bytes`)
  return text.padEnd(recordBytes, ' ')
}

function header({ consignor, value_date }: TransferFile): string {
  return record([
    '1',
    '21',
    '0',
    figures(consignor.code, 10),
    letters(consignor.name, 40, nameForm),
    value_date.slice(5, 7) + value_date.slice(8, 10),
    figures(consignor.bank_code, 4),
    bankName(consignor.bank_name),
    figures(consignor.branch_code, 3),
    bankName(consignor.branch_name),
    accountTypeDigits[consignor.account_type],
    figures(consignor.account_number, 7),
  ])
}

/** All of a line but its last seven bytes, which are the bank's to write into. */
function line(transfer: Transfer): string {
  if (transfer.amount < 1) throw new RangeError('A transfer of nothing')
  return record([
    '2',
    figures(transfer.bank_code, 4),
    bankName(transfer.bank_name),
    figures(transfer.branch_code, 3),
    bankName(transfer.branch_name),
    '0000',
    accountTypeDigits[transfer.account_type],
    figures(transfer.account_number, 7),
    letters(transfer.holder, 30, nameForm),
    figures(transfer.amount, 10),
    String(transfer.newness),
    figures(transfer.reference, 10),
    figures(0, 10),
    '7',
  ])
}

/** The records of a file, as text of one letter a byte. */
function recordsOf(file: TransferFile): string[] {
  const total = file.transfers.reduce((sum, { amount }) => sum + amount, 0)
  return [
    header(file),
    ...file.transfers.map(line),
    record(['8', figures(file.transfers.length, 6), figures(total, 12)]),
    record(['9']),
  ]
}

export function writeTransfers(file: TransferFile, lineEnd: LineEnd = 'crlf'): Buffer {
  const end = lineEnd === 'crlf' ? '\r\n' : ''
  return encode(
    recordsOf(file)
      .map((text) => text + end)
      .join(''),
  )
}

const kanaFrom = 0xff61
const kanaByteFrom = 0xa1
const kanaByteTo = 0xdf

function encode(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (code < 0x80) return code
      const byte = code - kanaFrom + kanaByteFrom
      if (byte < kanaByteFrom || byte > kanaByteTo)
        throw new RangeError(`「${letter}」 is no letter of JIS X 0201`)
      return byte
    }),
  )
}

function decode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= kanaByteFrom && byte <= kanaByteTo
      ? String.fromCodePoint(byte - kanaByteFrom + kanaFrom)
      : String.fromCodePoint(byte),
  ).join('')
}

/** What stands at place 114 of a line that the bank answers. */
const outcomes: Readonly<Record<string, 'paid' | PayoutFailure>> = {
  '0': 'paid',
  '1': 'no_account',
  '2': 'name_mismatch',
  '3': 'closed',
  '4': 'not_accepted',
  '9': 'other',
}
const outcomeAt = 113

export type Result = { reference: number; outcome: 'paid' | PayoutFailure }

/** Why a file of results is none of this transfer file; `n` counts its records from 1. */
export type FileRefusal = {
  code: 'PAYOUT_FILE_INVALID' | 'PAYOUT_FILE_TOTAL' | 'PAYOUT_FILE_FOREIGN' | 'PAYOUT_FILE_TWICE'
  n: number
}

function split(bytes: Uint8Array): string[] | null {
  // Some banks end a file with the old mark of its end.
  const text = decode(bytes).replace(/\x1a$/, '')
  if (!/[\r\n]/.test(text)) {
    const whole = text.length > 0 && text.length % recordBytes === 0
    return whole
      ? Array.from({ length: text.length / recordBytes }, (_, at) =>
          text.substr(at * recordBytes, recordBytes),
        )
      : null
  }
  const records = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return records.every(({ length }) => length === recordBytes) ? records : null
}

/**
 * Reads the bank's answer to this file: the records that were sent, with the outcome of a line at its place 114 and the sums
 * of what is answered in the trailer. A line that the bank does not answer yet may be missing. Everything else that
 * differs from what was sent refuses the whole file: half of a wrong file is not half right.
 */
export function readResults(
  bytes: Uint8Array,
  file: TransferFile,
): { results: Result[] } | { refusal: FileRefusal } {
  const refuse = (code: FileRefusal['code'], n: number) => ({ refusal: { code, n } })
  const records = split(bytes)
  if (!records || records.length < 3) return refuse('PAYOUT_FILE_INVALID', 1)
  if (records[0] !== header(file)) return refuse('PAYOUT_FILE_FOREIGN', 1)
  const [trailer, end] = [records.at(-2)!, records.at(-1)!]
  if (end !== record(['9'])) return refuse('PAYOUT_FILE_INVALID', records.length)
  if (!/^8\d{18}/.test(trailer)) return refuse('PAYOUT_FILE_INVALID', records.length - 1)

  const sent = new Map(file.transfers.map((transfer) => [line(transfer).slice(0, outcomeAt), transfer]))
  const seen = new Set<number>()
  const results: Result[] = []
  let total = 0
  for (const [index, text] of records.slice(1, -2).entries()) {
    const n = index + 2
    if (text[0] !== '2') return refuse('PAYOUT_FILE_INVALID', n)
    const transfer = sent.get(text.slice(0, outcomeAt))
    if (!transfer) return refuse('PAYOUT_FILE_FOREIGN', n)
    if (seen.has(transfer.reference)) return refuse('PAYOUT_FILE_TWICE', n)
    seen.add(transfer.reference)
    const mark = text[outcomeAt]!
    const outcome = outcomes[mark]
    if ((mark !== ' ' && outcome === undefined) || text.slice(outcomeAt + 1).trim() !== '')
      return refuse('PAYOUT_FILE_INVALID', n)
    total += transfer.amount
    // A line without an outcome is not known yet, and stays so.
    if (outcome) results.push({ reference: transfer.reference, outcome })
  }
  if (trailer !== record(['8', figures(seen.size, 6), figures(total, 12)]))
    return refuse('PAYOUT_FILE_TOTAL', records.length - 1)
  return { results }
}
