import { describe, expect, test } from 'vitest'
import { together } from '../testing/together.ts'
import { heldBy, heldByMember, payableReward, type PayoutStanding } from './standing.ts'

const standing: PayoutStanding = {
  is_suspended: false,
  kyc_status: 'approved',
  is_stopped: false,
  receivable: 0,
  reward: 3_000,
  reward_confirmed: 0,
  holder_kana: 'ミホン',
  kyc_name_kana: 'ミホン',
}
const isHolder = ({ holder_kana, kyc_name_kana }: { holder_kana: string; kyc_name_kana: string }): boolean =>
  holder_kana === kyc_name_kana

test.each<[string, number, number, number]>([
  ['all of it where nothing came back', 3_000, 0, 3_000],
  ['none of what is confirmed and not claimed', 3_000, 500, 3_000],
  ['the rest where some of it came back', 3_000, -2_000, 1_000],
  ['less than nothing where it lies in a payout', 0, -2_000, -2_000],
])('of claimed rewards a member has %s', (_, reward, reward_confirmed, payable) => {
  expect(payableReward({ reward, reward_confirmed })).toBe(payable)
})

describe('a member is not paid', () => {
  const reasons: [string, Partial<PayoutStanding>, ReturnType<typeof heldBy>][] = [
    ['while they are suspended', { is_suspended: true }, 'suspended'],
    ['before their documents were checked', { kyc_status: 'expired' }, 'kyc'],
    ['while they have stopped it', { is_stopped: true }, 'stopped'],
    ['while they owe a yen', { receivable: 1 }, 'debt'],
    ['what was taken back since', { reward: 0, reward_confirmed: -1 }, 'carried'],
    ['to an account in another name', { holder_kana: 'ミホンイチ' }, 'holder'],
  ]
  test.each(reasons.map((reason, at) => [reason[0], reason, reasons.slice(at)] as const))(
    '%s, no matter what comes after that',
    (_, [, change, held], later) => {
      expect(heldBy({ ...standing, ...change }, isHolder)).toBe(held)
      expect(heldBy({ ...standing, ...together(later.map((one) => one[1])) }, isHolder)).toBe(held)
      expect(heldByMember({ ...standing, ...change })).toBe(held === 'holder' ? null : held)
    },
  )

  test('and is in all other cases', () => {
    expect(heldBy(standing, isHolder)).toBeNull()
  })
})
