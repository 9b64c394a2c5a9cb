import { pt, yen } from '../../../lib/amounts-text.ts'
import { longDayText } from '../../../lib/dates-text.ts'
import { mail, type Nothing } from './letter-text.ts'
import { type RejectReason } from '@shirogane/contract/inputs/identity'
import { rejectReasons } from '@shirogane/contract/inputs/identity-text'

/** Ranks, points, documents, and the terms of all of it. */
export const membershipTemplates = {
  level_raised: mail(({ level }: { level: string }) => ({
    subject: 'ランクが上がりました！',
    fact: `ご利用いただき、ありがとうございます。${level}ランクになりました。`,
    next: 'ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  points_ending: mail(({ points, ends_on }: { points: number; ends_on: string }) => ({
    subject: 'ポイントの有効期限が近づいています',
    fact: '有効期限が近づいているポイントがあります。',
    details: [
      ['失効するポイント', pt(points)],
      ['有効期限', longDayText(ends_on)],
    ],
    next: 'お店でのお支払いにご利用いただけます。明細はアプリの「残高」からご確認いただけます。',
  })),
  level_changed: mail(({ year, before, after }: { year: number | null; before: string; after: string }) => ({
    subject: year === null ? '会員ランクのお知らせ' : `${year}年の会員ランクのお知らせ`,
    fact:
      year === null
        ? `ご返金により、会員ランクが「${before}」から「${after}」に変わりました。`
        : `${year}年の会員ランクは「${after}」です。`,
    details: [
      ['これまでのランク', before],
      ['現在のランク', after],
    ],
    next: 'ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  level_given: mail(({ before, after, until }: { before: string; after: string; until: string | null }) => ({
    subject: '会員ランクのお知らせ',
    fact: `会員ランクが「${before}」から「${after}」に変わりました。`,
    details: [
      ['これまでのランク', before],
      ['現在のランク', after],
      ...(until === null ? [] : [['期限', longDayText(until)] as const]),
    ],
    next: '期限を過ぎると、お買い上げによるランクに戻ります。ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  level_given_ended: mail(({ before, after }: { before: string; after: string }) => ({
    subject: '会員ランクのお知らせ',
    fact: `付与された会員ランクの期間が終わり、「${before}」から「${after}」に変わりました。`,
    details: [
      ['これまでのランク', before],
      ['現在のランク', after],
    ],
    next: '現在のランクは、お買い上げによるものです。ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  level_falling: mail(
    ({ year, before, after, missing }: { year: number; before: string; after: string; missing: number }) => ({
      subject: '来年の会員ランクのご案内',
      fact: `現在のご利用状況では、${year}年1月1日に会員ランクが「${before}」から「${after}」に変わります。`,
      details: [
        ['現在のランク', before],
        [`${year}年1月1日から`, after],
        [`「${before}」の継続まで`, `あと${yen(missing)}`],
      ],
      next: `${year - 1}年12月31日までのお買い上げが対象です。ポイントでのお支払い分と返金された金額は含まれません。後払いのご利用分は、お支払いいただいた日に加算されます。今年の累計は、アプリのホームからご確認いただけます。`,
    }),
  ),
  birthday_points: mail(({ points, until }: { points: number; until: string }) => ({
    subject: 'お誕生月のポイントをお贈りしました',
    fact: 'お誕生月おめでとうございます。ポイントをお贈りしました。',
    details: [
      ['ポイント', pt(points)],
      ['有効期限', longDayText(until)],
    ],
    next: 'ポイントは、お支払いのときにご利用いただけます。',
  })),
  kyc_received: mail((_: Nothing) => ({
    subject: '本人確認の申請を受け付けました',
    fact: '本人確認の申請を受け付けました。審査は通常1〜3営業日で完了します。',
    next: '審査の状況は、アプリの「マイページ」の「本人確認」でご確認いただけます。',
  })),
  kyc_approved: mail((_: Nothing) => ({
    subject: '本人確認が完了しました',
    fact: '本人確認が完了しました。振込申請や後払いがご利用いただけます。',
  })),
  kyc_rejected: mail(({ reasons }: { reasons: readonly RejectReason[] }) => ({
    subject: '本人確認書類の再提出をお願いします',
    fact: 'ご提出いただいた本人確認書類では、確認を完了できませんでした。',
    details: reasons.map((reason) => ['理由', rejectReasons[reason]] as const),
    next: 'アプリの「マイページ」の「本人確認」から、再提出をお願いします。',
  })),
  kyc_expired: mail((_: Nothing) => ({
    subject: '本人確認書類の再提出をお願いします',
    fact: 'ご提出いただいた本人確認書類の有効期限が過ぎました。',
    next: 'アプリの「マイページ」の「本人確認」から、有効期限内の書類のご提出をお願いします。お支払いとポイントは、これまでどおりご利用いただけます。',
  })),
  terms_changed: mail(({ effective_on, changes }: { effective_on: string; changes: string }) => ({
    subject: '利用規約改定のお知らせ',
    fact: '利用規約を改定します。',
    details: [
      ['施行日', longDayText(effective_on)],
      ['変更点', changes],
    ],
    next: '改定後の全文は、アプリの「利用規約」の「版の履歴」からご確認いただけます。施行日以降にアプリを開いたときに、改定後の規約への同意をお願いします。',
    unexpected: 'ご不明な点は、お問い合わせ窓口までご連絡ください。',
  })),
} as const
