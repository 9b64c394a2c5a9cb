import { tokyoClock } from '@shirogane/contract/rules/clock'
import { grouped } from '@shirogane/contract/rules/digits'
import { paperTenderNames } from '@shirogane/contract/terms/tender-words'
import { tokyoDate } from '@shirogane/domain/time/tokyo'

/** The words on documents, the same on the screen and in the file. */
export const receiptTitles = {
  sale: 'レシート',
  return: '返品レシート',
  void: '取消レシート',
  collection: '入金控え',
  charge: 'チャージ控え',
} as const
/** What a paper is before the law; its title says all of one that is none of these. */
export const receiptSubtitles = {
  sale: '適格簡易請求書',
  return: '適格返還請求書',
  void: null,
  collection: '後払いのお支払い',
  charge: '前払式支払手段の発行',
} as const
/** Value that is paid for beforehand is not taxed: the tax arises with what is bought from it. */
export const chargeLine = (brand: string) => `${brand}残高 チャージ`
export const chargeNote = '残高の発行は消費税の対象外（不課税）です。残高の払い戻しはできません。'

/** What is receipted by name: money that was received for articles, with them or later. */
export const hasFormalReceipt = (kind: Kind): boolean => kind === 'sale' || kind === 'collection'

const dates = {
  sale: '取引年月日',
  return: '返還日',
  void: '取消日',
  collection: '入金日',
  charge: '入金日',
} as const
const totals = {
  sale: '合計（税込）',
  return: '返金合計（税込）',
  void: '返金合計（税込）',
  collection: '入金合計',
  charge: 'チャージ金額',
} as const
/** What the date of a paper is called, and what stands under a line that names no pieces. */
export const receiptWords = {
  dates,
  paid: { collection: '入金', charge: '現金でのチャージ' },
} as const
type Kind = keyof typeof receiptTitles
/** Money that the customer pays; on the documents of what goes back every figure stands below zero. */
export const isComing = (kind: Kind): boolean => kind !== 'return' && kind !== 'void'
/** Documents of money that was paid without articles: one line says it all, and nothing is summed up before the sum. */
export const isPaidIn = (kind: Kind): kind is 'collection' | 'charge' =>
  kind === 'collection' || kind === 'charge'

/**
 * What the sum of a paper is called. Articles may come back without all of their price going back: a part was still
 * owed.
 */
export function totalWord({ kind, tenders }: { kind: Kind; tenders: readonly { kind: string }[] }): string {
  const isOwed = tenders.some((tender) => tender.kind === 'later')
  return isOwed && !isComing(kind) ? `${kind === 'void' ? '取消' : '返品'}合計（税込）` : totals[kind]
}

export const tenderWords = { ...paperTenderNames, bank: '銀行振込' }

/** What came of a tender: what goes back of a deferred one is not paid out, it is owed no more. */
export const tenderWord = (kind: Kind, tender: keyof typeof tenderWords): string =>
  tender === 'later' && !isComing(kind) ? '後払いの残りから差し引き' : tenderWords[tender]

/** What of a sale or of a 領収書 went back since, wherever it is said. */
export const refundedWord = '返金済みの金額'

/** What is still to be paid and until when, on documents of deferred payment. */
/** Beside the day of one sale stands what is owed for all of them, so it says so. */
export const owedWord = (kind: Kind): string => (kind === 'sale' ? '後払いの残り（合計）' : '後払いの残り')
export const dueWord = 'お支払期日'

/** What a 領収書 says beside a tender that was no receipt of money: then it needs no stamp either. */
export const balanceNote = '残高払い（金銭の受領はありません）'
/** What is not received yet is no part of what a 領収書 is made out for. */
export const deferredNote = '後払い（未収・金額に含まず）'
/** A 領収書 of a deferred payment names no tax a second time. */
export const taxElsewhereNote = '消費税額はお買い上げ時のレシートに記載しています。'
export const noStampNote = '電子データで発行したため、収入印紙は不要です。'
export const stampPrompt = (yen: number) => `収入印紙（${grouped(yen)}円）を貼り、消印してください。`
export const reducedNote = '※は軽減税率（8%）の対象です。'
export const returnTerms = (days: number) =>
  `返品は${days === 0 ? 'お買い上げ当日' : `${grouped(days)}日以内`}・未使用・レシート必須（名入れ刻印・ピアスを除く）`
export const reissueMark = (copy: number) => `再発行（${grouped(copy - 1)}回目）`

export const yenMark = (amount: number) => `${amount < 0 ? '-' : ''}¥${grouped(Math.abs(amount))}`
export const percent = (rateBp: number) => `${grouped(rateBp / 100)}%`
export const taxWords = (rateBp: number, taxable: number, tax: number) =>
  rateBp === 0
    ? `対象外 ${yenMark(taxable)}`
    : `${percent(rateBp)}対象 ${yenMark(taxable)}（内消費税 ${yenMark(tax)}）`

/** With 様, unless the name already ends as a letter would. */
export function honourName(addressee: string): string {
  return /(?:様|御中|殿|さま|各位)$/.test(addressee) ? addressee : `${addressee} 様`
}

/** 2026年11月21日(土), of a moment as the clock in the shop showed it. */
export function receiptDate(instant: string): string {
  const { year, month, day, weekday } = tokyoClock(instant)
  return `${year}年${Number(month)}月${Number(day)}日(${weekday})`
}

/** 2026年12月28日(月), of a calendar date. */
export const receiptDay = (date: string): string => receiptDate(`${date}T00:00:00+09:00`)

/** 営業日 2026/11/21, where the clock of the shop shows another day than the one that its close counts. */
export function openDay({ at, business_date }: { at: string; business_date: string }): string | null {
  return business_date === tokyoDate(new Date(at)) ? null : business_date.replaceAll('-', '/')
}
export const openDayWord = '営業日'

/** 2026年11月21日(土) 10:03 */
export function receiptTime(instant: string): string {
  const { hour, minute } = tokyoClock(instant)
  return `${receiptDate(instant)} ${hour}:${minute}`
}

/** Where the bars of a code stand, from its modules written as ones and noughts. */
export function barsOf(modules: string): { at: number; width: number }[] {
  return [...modules.matchAll(/1+/g)].map((run) => ({ at: run.index, width: run[0].length }))
}
/** Modules of white on either side of a bar code, without which no scanner finds its edges. */
export const quietModules = 10
