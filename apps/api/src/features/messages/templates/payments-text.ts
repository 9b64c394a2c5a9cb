import {
  dueWord,
  receiptDay,
  receiptSubtitles,
  receiptTime,
  receiptTitles,
  reissueMark,
} from '@shirogane/receipt/words'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import { yen } from '../../../lib/amounts-text.ts'
import {
  billOf,
  type PaidBill,
  receiptDetails,
  type RefundedBill,
  refundedBillOf,
  refundedText,
} from '../bills-text.ts'
import { mail, type Nothing, sms } from './letter-text.ts'
import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'

function subtitleOf(kind: ReceiptContent['kind']): string {
  const subtitle = receiptSubtitles[kind]
  return subtitle === null ? '' : `（${subtitle}）`
}

type Charge = { number: string; at: string; charged: number; balance: number | null }

/** What was paid, charged, given back, and what is still to be paid. */
export const paymentTemplates = {
  payment_completed: mail((paid: PaidBill) => ({
    subject: paid.later ? '後払いを承りました' : 'お支払いが完了しました',
    fact: !paid.later
      ? '下記のお支払いが完了しました。'
      : Object.values(paid.tenders).filter((amount) => amount > 0).length > 1
        ? '下記のお支払いと後払いを承りました。'
        : '下記の後払いを承りました。',
    details: billOf(paid),
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  receipt: mail(({ content, copy, voided }: { content: ReceiptContent; copy: number; voided: boolean }) => ({
    subject: `${receiptTitles[content.kind]}をお送りします`,
    fact: [
      `${receiptTitles[content.kind]}${subtitleOf(content.kind)}をお送りします。`,
      ...(voided ? ['このお取引は取消済みです。'] : []),
      ...(copy > 1 ? [reissueMark(copy)] : []),
    ].join(''),
    details: receiptDetails(content),
    next: 'このメールは大切に保管してください。',
  })),
  refund_completed: mail((refunded: RefundedBill) => ({
    subject: refunded.debt_alone ? '返品を承りました' : '返金が完了しました',
    fact: `${refunded.debt_alone ? '返品を承りました' : '返金が完了しました'}：${refundedText(refunded)}`,
    details: refundedBillOf(refunded),
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  charge_completed: mail(({ number, at, charged, balance }: Charge) => ({
    subject: 'チャージが完了しました',
    fact: 'チャージが完了しました。',
    details: [
      ['取引番号', number],
      ['日時', receiptTime(at)],
      ['チャージ額', yen(charged)],
      ...(balance === null ? [] : [['チャージ後の残高', yen(balance)] as const]),
    ],
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  charge_failed: mail(({ amount, card, code }: { amount: number; card: string; code: ErrorCode }) => ({
    subject: 'チャージできませんでした',
    fact: 'チャージは完了していません。代金は請求されません。',
    details: [
      ['チャージ額', yen(amount)],
      ['カード', card],
      ['理由', sentenceOf(code)],
    ],
    next: 'アプリの「チャージ」から、もう一度お試しいただけます。',
  })),
  later_due: mail(({ amount, due_on, is_late }: { amount: number; due_on: string; is_late: boolean }) => ({
    subject: is_late ? '後払いのお支払期日を過ぎています' : '後払いのお支払期日が近づいています',
    fact: is_late
      ? '後払いのお支払いを確認できていません。お支払期日を過ぎています。'
      : '後払いのお支払期日が近づいています。',
    details: [
      [dueWord, receiptDay(due_on)],
      ['お支払い金額', yen(amount)],
    ],
    next: 'アプリの「後払い」から残高でお支払いいただけるほか、店頭で現金・カードでもお支払いいただけます。行き違いでお支払い済みの場合はご容赦ください。',
  })),
  later_overdue_sms: sms(
    (_: Nothing, brand) =>
      `【${brand.short}】後払いのお支払期日を過ぎています。アプリまたは店頭でお支払いください。行き違いの場合はご容赦ください。`,
  ),
} as const
