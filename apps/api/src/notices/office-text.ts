import { grouped } from '@shirogane/contract/rules/digits'
import { type SettingKey, termsOfSetting } from '@shirogane/contract/rules/setting-catalogue'
import type { ApprovalKind } from '@shirogane/contract/wire/permissions'
import { type Account, accountText } from '../lib/account-text.ts'
import { yen } from '../lib/amounts-text.ts'
import { dayText, longDayText, shortDayText } from '../lib/dates-text.ts'

const approvals: Readonly<Record<ApprovalKind, { name: string; unit: (amount: string) => string }>> = {
  discount: { name: '値引き', unit: (n) => `${n}円` },
  refund: { name: '返金', unit: (n) => `${n}円` },
  void: { name: '取引の削除', unit: (n) => `${n}円` },
  correction: { name: '支払いの修正', unit: (n) => `${n}円` },
  grant: { name: 'ポイント付与', unit: (n) => `${n}pt` },
  close_difference: { name: 'レジ締めの差額', unit: (n) => `${n}円` },
  later_limit: { name: '後払いの利用枠', unit: (n) => `${n}円` },
  later_overdue: { name: '延滞中の後払い', unit: (n) => `${n}円` },
  later_signed: { name: '電話を使わない後払い', unit: (n) => `${n}円` },
  stock_adjust: { name: '在庫調整', unit: (n) => `${n}点` },
  stock_count: { name: '棚卸の確定', unit: (n) => `${n}点` },
  cash_guard: { name: '現金200万円超の取引', unit: (n) => `${n}円` },
  buyback: { name: '買取の取り消し', unit: (n) => `${n}円` },
  // Without an amount: the subject says which one, and until when.
  rank: { name: 'ランクの付与', unit: (n) => n },
}

const asked = (what: string) => ({ title: '承認をお願いします', message: what, label: '依頼を見る' })

/** A difference of the drawer: 1,200円不足していました. */
function differenceText(difference: number): string {
  const amount = yen(Math.abs(difference))
  return difference < 0 ? `${amount}不足していました` : `${amount}多くなっていました`
}

/** `+81901234` as people write it. */
const domestic = (block: string): string => block.replace(/^\+81(\d\d)(\d+)$/, '0$1-$2')

type Unused = { base_on: string; unused: number; threshold: number }

/** What managers and head office are notified of. */
export const officeNotices = {
  approval_asked: ({
    kind,
    amount,
    store,
    by,
  }: {
    kind: ApprovalKind
    amount: number | null
    store: string
    by: string
  }) => {
    const { name, unit } = approvals[kind]
    return asked(`${name}${amount === null ? '' : ` ${unit(grouped(amount))}`}（${store}・${by}）`)
  },
  legal_proposed: ({ title, version, by }: { title: string; version: string; by: string }) =>
    asked(`「${title}」第${version}版の公開（${by}）`),
  setting_proposed: ({ key, by }: { key: SettingKey; by: string }) =>
    asked(`設定「${termsOfSetting(key).label}」の変更（${by}）`),
  cashout_asked: ({ amount, by }: { amount: number; by: string }) =>
    asked(`残高の払戻し ${yen(amount)}（${by}）`),
  books_unbalanced: ({ findings }: { findings: number }) => ({
    title: '帳簿の照合で不一致が見つかりました',
    message: `夜間の照合で、記帳と残高の不一致が${findings}件見つかりました。出金の手続きを停止しました。内容を確認し、システムの管理者にご連絡ください。`,
    label: '不一致を見る',
  }),
  freeze_lifted: ({ by, note }: { by: string; note: string }) => ({
    title: '出金の停止が解除されました',
    message: `${by}が解除しました。理由：${note}`,
    label: '照合の結果を見る',
  }),
  account_denied: ({ name, username, account }: { name: string; username: string; account: Account }) => ({
    title: '受取口座に心当たりがないとの申し出',
    message: `${name} 様（${username}）の${accountText(account)}。出金と報酬の受け取りを停止しました。ご本人に連絡し、確認してください。`,
    label: '出金申請を見る',
  }),
  low_stock: ({
    store,
    name,
    available,
    reorder_point,
    others,
  }: {
    store: string
    name: string
    available: number
    reorder_point: number
    /** How many other articles have fallen as well. */
    others: number
  }) => ({
    title: '在庫が発注点になりました',
    message: `${store}：${name} 残り${String(available)}点（発注点${String(reorder_point)}点）${others > 0 ? `、ほか${String(others)}品` : ''}`,
    label: '在庫を見る',
  }),
  day_open: ({ store, date }: { store: string; date: string }) => ({
    title: '締められていない営業日があります',
    message: `${store}の${shortDayText(date)}のレジがまだ締められていません。`,
  }),
  close_difference: ({ store, date, over_short }: { store: string; date: string; over_short: number }) => ({
    title: 'レジ締めに差額がありました',
    message: `${store}の${shortDayText(date)}の締めで、現金が${differenceText(over_short)}。`,
  }),
  debts_overdue: ({ customers, amount, due_on }: { customers: number; amount: number; due_on: string }) => ({
    title: '後払いが期日を過ぎました',
    message: `${customers}名・${yen(amount)}（期日 ${dayText(due_on)}）`,
    label: '後払い一覧を見る',
  }),
  prepaid_threshold: ({ base_on, unused, threshold, report_by }: Unused & { report_by: string }) => ({
    title: `未使用残高が${yen(threshold)}を超えました`,
    message: `未使用残高は${yen(unused)}です。基準日（${longDayText(base_on)}）にも超えている場合、${longDayText(report_by)}までの届出と、2分の1以上の保全が必要です。`,
  }),
  prepaid_alert: ({ base_on, unused, threshold, alert }: Unused & { alert: number }) => ({
    title: `未使用残高が${yen(alert)}に達しました`,
    message: `未使用残高は${yen(unused)}です。基準日（${longDayText(base_on)}）に${yen(threshold)}を超えると、届出と2分の1以上の保全が必要です。`,
  }),
  prepaid_base: ({ base_on, unused, threshold, deposit, report_by }: PrepaidBase) => ({
    title: `基準日（${longDayText(base_on)}）の未使用残高は${yen(unused)}です`,
    message:
      deposit > 0
        ? `${yen(threshold)}を超えています。${longDayText(report_by)}までの届出と、${yen(deposit)}以上の保全が必要です。`
        : `${yen(threshold)}以下のため、届出と保全の必要はありません。`,
  }),
  sms_unconfirmed: ({
    scope,
    name,
    asked: sent,
    confirmed,
  }: {
    scope: 'block' | 'network' | 'all'
    name: string
    asked: number
    confirmed: number
  }) => {
    const figures = `直近1時間の認証コードは、${sent}件中${confirmed}件の確認にとどまっています。`
    if (scope === 'all')
      return { title: 'SMSの確認率が低下しています', message: `${figures}SMSの送信は続けています。` }
    const where =
      scope === 'block' ? `${domestic(name)}で始まる電話番号への` : `ネットワーク（${name}）からの`
    return {
      title: 'SMSの送信を一時停止しました',
      message: `${where}SMSの送信を1時間停止しました。${figures}`,
    }
  },
} as const

type PrepaidBase = Unused & { deposit: number; report_by: string }
