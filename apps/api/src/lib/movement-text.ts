import type { MovementMessage } from '@shirogane/ledger'
import { pt, yen } from './amounts-text.ts'
import { longDayText } from './dates-text.ts'

/** What a movement brought, and the points that it took. */
export type MovementFigures = { received_balance: number; received_points: number; points: number }

const plain = {
  birthday: ({ received_points }: MovementFigures) =>
    `お誕生月のポイントをお贈りしました：${pt(received_points)}`,
  buyback: () => '買取',
  buyback_taken_back: () => '買取の取り消し',
  buyback_transfer: () => '買取代金の振込',
  charge_taken_back: () => 'チャージの取り消し',
  debt_written_off: () => '後払いの貸倒処理',
  forfeited: () => '退会による失効',
  grant_taken_back: () => 'ポイント付与の取り消し',
  invitation_taken_back: () => '招待特典の取り消し',
  invite_given: (figures: MovementFigures) =>
    `お友だちの初めてのお買い物で${givenText(figures)}を受け取りました`,
  move_taken_back: () => 'ポイント移行の取り消し',
  points_repaid: () => '返金時の付与ポイント不足分の精算',
  reward_confirmed: () => '紹介報酬の確定',
  reward_forfeited: () => '退会による紹介報酬の取り消し',
  reward_refunded: () => '返品・取消による紹介報酬の取り消し',
  reward_taken_back: () => '紹介報酬の取り消し',
  reward_to_balance: () => '紹介報酬を残高で受け取り',
  reward_to_bank: () => '紹介報酬を振込用に受け取り',
  tender_corrected: () => 'お支払い方法の修正',
  welcome: () => '会員登録特典',
}

/** What a movement tells its customer, in a sentence. */
export function movementText(message: MovementMessage, figures: MovementFigures): string {
  switch (message.code) {
    case 'gift':
      return message.text
    case 'birthday_registration':
      return `生年月日のご登録で${pt(figures.received_points)}が付与されました（有効期限 ${longDayText(message.until)}）`
    case 'invite':
    case 'invite_join':
      return `${message.inviter}さんの招待で${givenText(figures)}を受け取りました`
    case 'received_from_store':
      return `${message.store}で${pt(figures.received_points)}を受け取りました`
    case 'received_from_member':
      return `${message.member}さんから${pt(figures.received_points)}を受け取りました`
    case 'moved_to_member':
      return `${message.member}さんへ${pt(figures.points)}を移しました`
    default:
      return plain[message.code](figures)
  }
}

const givenText = ({ received_balance, received_points }: MovementFigures): string =>
  [
    ...(received_balance > 0 ? [yen(received_balance)] : []),
    ...(received_points > 0 ? [pt(received_points)] : []),
  ].join('と')
