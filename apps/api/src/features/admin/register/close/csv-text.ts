import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { departmentNames } from '@shirogane/contract/terms/day-words'
import { staffTenderNames } from '@shirogane/contract/terms/tender-words'
import { allTenders, plainTenders } from '@shirogane/domain/sales/tenders'
import { yen } from '../../../../lib/amounts-text.ts'
import { csvDate } from '../../../../lib/csv.ts'

const statuses = { open: '未精算', closed: '精算済み', reopened: '再開中' } as const

/** The report of a day as lines: part, what, how many, yen. */
export function linesOf({
  store,
  date,
  status,
  figures,
  cash,
  moves,
  reversals,
  corrections,
  papers,
  closes,
}: ShopDay): (string | number)[][] {
  const { sales, refunds, voids, tenders, balance, charges, later, points } = figures
  const [close] = closes
  const standing = close?.reopened === null ? close : undefined
  return [
    ['区分', '項目', '件数', '金額'],
    ['日報', '営業日', '', csvDate(date)],
    ['日報', '店舗', '', store.name],
    ['日報', '状態', '', statuses[status]],
    ['売上', '総売上', sales.count, sales.gross],
    ['売上', '値引', '', sales.discounts],
    ['売上', '売上', sales.count, sales.total],
    ['売上', 'ポイント値引', tenders.points.count, tenders.points.total],
    ['売上', '返品', refunds.count, refunds.total],
    ['売上', figures.net < 0 ? '純売上（返金超過）' : '純売上', '', Math.abs(figures.net)],
    ['売上', '取消', voids.count, voids.total],
    ['売上', '点数', sales.pieces, ''],
    ['売上', '会員', sales.members, ''],
    ...figures.tax.flatMap(({ rate, taxable, tax, refunded, refunded_tax }) => [
      ['消費税', `${rate / 100}%対象`, '', taxable],
      ['消費税', `${rate / 100}%消費税`, '', tax],
      ['消費税', `${rate / 100}%対象の返品`, '', refunded],
      ['消費税', `${rate / 100}%消費税の返還`, '', refunded_tax],
    ]),
    ['支払方法', 'ポイント', tenders.points.count, tenders.points.total],
    ['支払方法', '残高', tenders.balance.count, tenders.balance.total],
    ['支払方法', '残高（有償）', '', balance.used_paid],
    ['支払方法', '残高（無償）', '', balance.used_bonus],
    ...plainTenders.map((tender) => [
      '支払方法',
      staffTenderNames[tender],
      tenders[tender].count,
      tenders[tender].total,
    ]),
    ...allTenders.map((tender) => ['返品の内訳', staffTenderNames[tender], '', refunds[tender]]),
    ['返品の内訳', '付与ポイント不足分', '', refunds.kept],
    ['売上以外', 'チャージ', charges.count, charges.total],
    ['売上以外', '後払い発生', '', later.given],
    ['売上以外', '後払い入金', '', later.collected],
    ['売上以外', '買取', figures.buybacks.count, figures.buybacks.total],
    ['売上', '修正', figures.corrections, ''],
    ['ポイント', '付与', points.granted, ''],
    ['ポイント', '利用', points.used, ''],
    ['ポイント', '返還', points.returned, ''],
    ['ポイント', '取り消し', points.reclaimed, ''],
    ['ポイント', '失効', points.expired, ''],
    ...figures.hours.map(({ hour, count, total }) => ['時間帯別', `${hour}時`, count, total]),
    ...figures.employees.map(({ employee, count, total }) => ['担当者別', employee.name, count, total]),
    ...figures.departments.map(({ department, quantity, total }) => [
      '部門別',
      departmentNames[department as keyof typeof departmentNames] ?? department,
      quantity,
      total,
    ]),
    ...figures.goods.map(({ sku, name, quantity, total }) => [
      '商品別',
      sku ? `${sku} ${name}` : name,
      quantity,
      total,
    ]),
    ...reversals.map(({ act, number, sale_number, reason, employee, approved_by, amount }) => [
      act === 'void' ? '取消明細' : '返品明細',
      [
        number,
        sale_number !== null && `元の会計 ${sale_number}`,
        reason,
        `担当 ${employee.name}`,
        approved_by !== null && `承認 ${approved_by.name}`,
      ]
        .filter(Boolean)
        .join(' '),
      1,
      amount,
    ]),
    ...corrections.map(({ sale_number, tenders: ways, seller, note, reason, employee, approved_by }) => [
      '修正明細',
      [
        `元の会計 ${sale_number}`,
        ways && `現金 ${yen(ways.before.cash)}→${yen(ways.after.cash)}`,
        ways && `カード ${yen(ways.before.card)}→${yen(ways.after.card)}`,
        seller && `販売担当 ${seller.before}→${seller.after}`,
        note && `メモ ${note.before ?? '―'}→${note.after ?? '―'}`,
        reason,
        `担当 ${employee.name}`,
        approved_by !== null && `承認 ${approved_by.name}`,
      ]
        .filter(Boolean)
        .join(' '),
      1,
      '',
    ]),
    ['書類', 'レシート（印刷）', papers.printed, ''],
    ['書類', '領収書', papers.formal, ''],
    ['書類', '収入印紙', papers.stamps.count, papers.stamps.total],
    ['現金', '釣銭準備金', '', cash.float ?? cash.carried ?? 0],
    ['現金', '現金売上', '', cash.sales],
    ['現金', '現金での返金', '', cash.refunds],
    ['現金', 'チャージ', '', cash.charges],
    ['現金', '後払い入金', '', cash.collections],
    ['現金', '入金', '', cash.pay_in],
    ['現金', '出金', '', cash.pay_out],
    ['現金', '買取', '', cash.buybacks],
    ...(cash.other === 0
      ? []
      : [['現金', cash.other < 0 ? 'その他の現金（減少）' : 'その他の現金', '', Math.abs(cash.other)]]),
    ['現金', cash.expected < 0 ? '計算上の現金（不足）' : '計算上の現金', '', Math.abs(cash.expected)],
    ...moves
      .filter(({ act }) => act === 'pay_in' || act === 'pay_out')
      .map(({ act, reason, note, change }) => [
        act === 'pay_in' ? '入金' : '出金',
        [reason, note].filter(Boolean).join(' '),
        1,
        Math.abs(change),
      ]),
    ...(standing
      ? [
          ...Object.entries(standing.counts)
            .toSorted(([a], [b]) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
            .map(([piece, count]) => ['金種', `${piece}円`, count, Number.parseInt(piece, 10) * count]),
          ['精算', '精算番号', '', standing.z_number],
          ['精算', '改訂', '', standing.revision],
          ['精算', '実際の現金', '', standing.counted],
          ['精算', overShortName(standing.over_short), '', Math.abs(standing.over_short)],
          ['精算', '過不足の理由', '', [standing.reason, standing.note].filter(Boolean).join(' ')],
          ['精算', '銀行へ預け入れ', '', standing.deposit],
          ['精算', '翌日の釣銭準備金', '', standing.carry],
          ['精算', '担当', '', standing.employee.name],
          ['精算', '承認', '', standing.approved_by?.name ?? ''],
          ['精算', '封印', '', standing.seal],
        ]
      : []),
  ]
}

/** Which way a difference goes is said in words: no cell of the sheet is below zero. */
function overShortName(yen: number): string {
  if (yen === 0) return '過不足なし'
  return yen < 0 ? '不足' : '過剰'
}
