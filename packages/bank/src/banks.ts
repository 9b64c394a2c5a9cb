import { readFile } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bankNameKana, yuchoCode } from './kana.ts'
import { type BankPlace, type Findable, findable, search } from './search.ts'

type Row = { code: string; name: string; kana: string; roma: string }
type Bank = Findable & { branches: string }
/** Whether real money moves. */
type Where = { production: boolean }

export type Place = BankPlace & {
  /** As a transfer carries the name. */
  transfer_kana: string
}

/** A bank that does not exist, for the demo and the tests: no account of the real world can stand there. */
const testBank = {
  row: { code: '9999', name: 'テスト', kana: 'テスト', roma: 'tesuto' },
  branches: [
    { code: '001', name: '本店', kana: 'ホンテン', roma: 'honten' },
    { code: '002', name: '駅前', kana: 'エキマエ', roma: 'ekimae' },
  ],
}

let master: Promise<ReadonlyMap<string, Bank>> | null = null

/**
 * The dataset of zengin-code: every bank and branch that takes transfers. It is five megabytes of one literal behind an
 * assignment, so it is read when first asked for, as data and not as a program, which would hold up the payments beside
 * it; the branches stay packed as text until their bank is asked for.
 */
function openMaster(): Promise<ReadonlyMap<string, Bank>> {
  master ??= readMaster().catch((error: unknown) => {
    master = null
    throw error
  })
  return master
}

async function readMaster(): Promise<ReadonlyMap<string, Bank>> {
  const file = fileURLToPath(import.meta.resolve('zengin-code/lib/zengin-data.js'))
  const text = await readFile(file, 'utf8')
  const rows = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<
    string,
    Row & { branches: Record<string, Row> }
  >
  const banks = new Map([[testBank.row.code, bankOf(testBank.row, testBank.branches)]])
  for (const bank of Object.values(rows)) {
    // Payments that arrived meanwhile go first.
    if (banks.size % 32 === 0) await pause()
    banks.set(bank.code, bankOf(bank, Object.values(bank.branches)))
  }
  return banks
}

function bankOf(row: Row, branches: readonly Row[]): Bank {
  const packed = branches.map(({ code, name, kana, roma }) => [code, halfLatin(name), kana, roma].join('\t'))
  return { ...findable({ ...row, name: fullName(row) }), branches: packed.join('\n') }
}

/** The dataset has names as the banks' own lists shorten them; people know the whole ones. */
function fullName({ code, name }: Row): string {
  const plain = halfLatin(name)
  if (plain.endsWith('信金')) return `${plain.slice(0, -2)}信用金庫`
  if (plain.endsWith('信組')) return `${plain.slice(0, -2)}信用組合`
  if (plain.endsWith('労金')) return `${plain.slice(0, -2)}労働金庫`
  const isBank = (code < '1000' && code !== '0200') || code === yuchoCode || code === testBank.row.code
  return isBank && !/バンク|銀行/.test(plain) ? `${plain}銀行` : plain
}

/** Latin letters and blanks in half width; kanji are left alone, for they have variants that only look alike. */
function halfLatin(name: string): string {
  return name
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('　', ' ')
}

function rowOf(line: string): Row {
  const [code = '', name = '', kana = '', roma = ''] = line.split('\t')
  return { code, name, kana, roma }
}

function linesOf(bank: Bank): string[] {
  return bank.branches === '' ? [] : bank.branches.split('\n')
}

/** The test bank is none where real money moves. */
async function bankWith({ production }: Where, code: string): Promise<Bank | null> {
  if (production && code === testBank.row.code) return null
  return (await openMaster()).get(code) ?? null
}

const placeOf = ({ code, name, kana }: BankPlace): Place => ({
  code,
  name,
  kana,
  transfer_kana: bankNameKana(kana),
})

/** The bank of a code; null for none. */
export async function findBank(where: Where, code: string): Promise<Place | null> {
  const bank = await bankWith(where, code)
  return bank && placeOf(bank)
}

/** The branch of a bank; null where there is no such bank or it has no such branch. */
export async function findBranch(where: Where, bankCode: string, code: string): Promise<Place | null> {
  const bank = await bankWith(where, bankCode)
  const line = bank && linesOf(bank).find((one) => one.startsWith(`${code}\t`))
  return line ? placeOf(rowOf(line)) : null
}

export async function searchBanks(where: Where, query: string, limit: number): Promise<BankPlace[]> {
  const banks = [...(await openMaster()).values()]
  const known = where.production ? banks.filter(({ code }) => code !== testBank.row.code) : banks
  return search(known, query, limit)
}

/** Null where there is no such bank. */
export async function searchBranches(
  where: Where,
  bankCode: string,
  query: string,
  limit: number,
): Promise<BankPlace[] | null> {
  const bank = await bankWith(where, bankCode)
  return (
    bank &&
    search(
      linesOf(bank).map((line) => findable(rowOf(line))),
      query,
      limit,
    )
  )
}
