import type { Job } from '@shirogane/contract/rules/jobs'
import { countText } from '../../shared/figures/figures.ts'

export const scheduleText = {
  title: '自動処理',
  lead: 'サーバーが自動で行う処理の予定と、最後に行われた結果です。サーバーが何台あっても、最後の1回を表示します。',
  columns: { job: '処理', when: '予定', last: '前回', took: '所要時間', outcome: '結果' },
  daily: (time: string) => `毎日 ${time}`,
  everySeconds: (seconds: number) => `${countText(seconds)}秒ごと`,
  everyMinutes: (minutes: number) => `${countText(minutes)}分ごと`,
  took: (ms: number) => (ms < 1000 ? `${countText(ms)}ミリ秒` : `${(ms / 1000).toFixed(1)}秒`),
  never: '未実行',
  done: '正常',
  late: '遅れています',
  failed: (times: number) => `失敗（続けて${countText(times)}回）`,
  trouble: (late: number, failed: number) =>
    [
      failed > 0 ? `失敗している処理が${countText(failed)}件` : null,
      late > 0 ? `遅れている処理が${countText(late)}件` : null,
    ]
      .filter((part) => part !== null)
      .join('、') + 'あります',
  troubleHelp:
    '続くときは、システムの担当者に、処理の名前と結果の記号を伝えてください。失敗した処理は自動でやり直されます。',
  calm: 'すべて予定どおりに行われています',
} as const

/** What staff call each job. */
export const jobNames: Record<Job, string> = {
  notices: '画面への通知',
  live_events: '決定の通知',
  mails: 'メールの送信',
  sms: 'SMSの送信',
  pushes: 'プッシュ通知の送信',
  gifts: '招待特典の付与',
  movement_mails: '取引のメールの作成',
  charges_without_answer: '応答のないカードチャージの確認',
  chain: '記帳の連鎖ハッシュ',
  unconfirmed_payments: '承認されなかったお会計の終了',
  rows_of_older_keys: '古い鍵で暗号化したデータの更新',
  prepaid_book: '前払式の帳簿の作成',
  lapsed_checkouts: '途中で止まったお会計の終了',
  unfetched_articles: '受け取られなかった取り置きの解除',
  unconfirmed_sms: '届かないSMSの監視',
  stock_to_reorder: '発注点を下回った在庫の通知',
  new_terms: '規約の改定のお知らせ',
  parked_carts: '保留したお会計の終了',
  ledger_leftovers: '台帳の一時データの整理',
  unverified_people: '認証されなかった登録の削除',
  closed_accounts: '退会した会員の情報の消去',
  notes_of_leavers: '退会の控えの保管',
  untaken_avatars: '使われなかったプロフィール画像の削除',
  untaken_banner_pictures: '使われなかったバナー画像の削除',
  untaken_article_photos: '使われなかった商品写真の削除',
  private_files: '保存期間を過ぎた本人確認画像の消去',
  prepaid_alerts: '前払式の届出の確認',
  days_to_close: 'レジ締めの確認',
  invitations_of_oneself: '自己紹介の疑いの確認',
  ended_documents: '期限の切れた本人確認の終了',
  expire: 'ポイントと残高の失効',
  ranks: 'ランクの判定と誕生日ポイント',
  rewards: '紹介報酬の確定',
  forget: '保存期間を過ぎたデータの削除',
  books: '帳簿の照合',
  monthly_payouts: '月ごとの振込の申請',
  remind: '失効前のお知らせ',
  remind_of_debts: '後払いのお支払いのお知らせ',
  remind_of_ranks: 'ランクの見込みのお知らせ',
}
