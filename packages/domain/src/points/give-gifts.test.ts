import { describe, expect, test } from 'vitest'
import { type Gift, type GiftFacts, giveGifts } from './give-gifts.ts'
import type { PointWallet } from './wallet.ts'

const until = '2027-01-20T14:59:59.000Z'
const giftOf = (change: Partial<Gift> = {}): Gift => ({
  transaction_id: 'gift',
  user_id: 'member',
  occasion: { campaign: 'welcome', period: 'once' },
  sale_id: null,
  store_id: null,
  points: 100,
  expires_at: until,
  yen: 0,
  yen_expires_at: null,
  message: { code: 'welcome' },
  ...change,
})
type Known = GiftFacts['gifts'][number]
const knownOf = (change: Partial<Known> = {}): Known => ({
  store_id: 'shop',
  given: [],
  of_number: [],
  has_left: false,
  sale: null,
  invitation: null,
  ...change,
})
const empty: PointWallet = { balance_bonus: 0, point_regular: 0, point_limited: 0, point_debt: 0, lots: [] }
const factsOf = (known: readonly Known[], wallets: GiftFacts['wallets'] = { member: empty }): GiftFacts => ({
  gifts: known,
  wallets,
})
const decide = (gift: Gift, known: Known = knownOf(), wallet = empty) =>
  giveGifts(factsOf([known], { [gift.user_id]: wallet }), [gift])

const sale = { kind: 'payment', is_voided: false, spent_total: 1_000, refunded_total: 0 }
const invitation = { standing: 'good', is_inviter_active: true }
const friend = giftOf({ occasion: { campaign: 'invite', period: 'once' }, sale_id: 'sale' })
const inviter = giftOf({ occasion: { campaign: 'invite_given', period: 'friend' }, sale_id: 'sale' })
const birthday = giftOf({ occasion: { campaign: 'birthday', period: '2026' } })
const byHand = giftOf({ occasion: null })
const stands = { id: 'first', is_taken_back: false }

describe('a gift', () => {
  test('with an end is a lot of its own, and prolongs nothing', () => {
    expect(decide(giftOf())).toEqual({
      given: [{ transaction_id: 'gift', period: 'once' }],
      movements: [
        {
          id: 'gift',
          kind: 'grant',
          customer_id: 'member',
          store_id: 'shop',
          message: { code: 'welcome' },
          renews: false,
          transfers: [{ code: 'grant_points', debit: 'points_cost', credit: 'point_limited', amount: 100 }],
          new_point_lots: [{ amount: 100, until }],
          new_bonus_lots: [],
        },
      ],
    })
  })

  test('without an end is regular points, which live on by it', () => {
    expect(decide(giftOf({ expires_at: null })).movements).toMatchObject([
      {
        renews: true,
        transfers: [{ debit: 'points_cost', credit: 'point_regular', amount: 100 }],
        new_point_lots: [],
      },
    ])
  })

  test('of yen is given balance, with an end where it has one', () => {
    expect(
      decide(giftOf({ points: 0, expires_at: null, yen: 500, yen_expires_at: until })).movements,
    ).toMatchObject([
      {
        renews: false,
        transfers: [{ code: 'grant_balance', debit: 'bonus_cost', credit: 'balance_bonus', amount: 500 }],
        new_point_lots: [],
        new_bonus_lots: [{ amount: 500, until }],
      },
    ])
  })

  test('pays off what is owed, regular points first', () => {
    const wallet = { ...empty, point_debt: 130, point_regular: 40 }
    expect(decide(giftOf(), knownOf(), wallet).movements[1]).toEqual({
      kind: 'adjustment',
      customer_id: 'member',
      store_id: 'shop',
      message: { code: 'points_repaid' },
      transfers: [
        { code: 'repay_points', debit: 'point_regular', credit: 'point_debt', amount: 40 },
        { code: 'repay_points', debit: 'point_limited', credit: 'point_debt', amount: 90 },
      ],
    })
  })
})

describe('who gets it', () => {
  test.each<[string, Gift, Partial<Known>, boolean]>([
    ['a newcomer is greeted', giftOf(), {}, true],
    ['who came back has been greeted', giftOf(), { of_number: [{ has_left: true }] }, false],
    ['who came back still has birthdays', birthday, { of_number: [{ has_left: true }] }, true],
    ['once is once', birthday, { given: [stands] }, false],
    ['what a person gives knows no once', byHand, { of_number: [{ has_left: true }] }, true],
    ['who has left is given nothing', byHand, { has_left: true }, false],
    ['a friend who bought something', friend, { sale, invitation }, true],
    ['a friend without an inviter on record', friend, { sale }, true],
    ['not for what is no sale', friend, { sale: null, invitation }, false],
    ['not for another movement', friend, { sale: { ...sale, kind: 'charge' } }, false],
    ['not for a sale that was voided', friend, { sale: { ...sale, is_voided: true }, invitation }, false],
    ['of a sale that came back in part', friend, { sale: { ...sale, refunded_total: 999 } }, true],
    ['not of one that came back whole', friend, { sale: { ...sale, refunded_total: 1_000 } }, false],
    ['not while head office looks', friend, { sale, invitation: { ...invitation, standing: 'held' } }, false],
    ['not once it is struck', inviter, { sale, invitation: { ...invitation, standing: 'void' } }, false],
    [
      'an inviter who left the programme',
      inviter,
      { sale, invitation: { ...invitation, is_inviter_active: false } },
      false,
    ],
    ['and yet their friend', friend, { sale, invitation: { ...invitation, is_inviter_active: false } }, true],
    ['not for one who came back', inviter, { sale, invitation, of_number: [{ has_left: true }] }, false],
  ])('%s', (_, gift, known, isGiven) => {
    expect(decide(gift, knownOf(known)).given).toHaveLength(isGiven ? 1 : 0)
  })
})

test('what went back is given anew under a period of its own', () => {
  expect(decide(friend, knownOf({ sale, given: [{ id: 'first', is_taken_back: true }] })).given).toEqual([
    { transaction_id: 'gift', period: 'once:first' },
  ])
})

test('of many, the same is given once, and a debt is paid off after the last', () => {
  const gifts = [
    { ...friend, transaction_id: 'one' },
    { ...friend, transaction_id: 'two' },
    { ...inviter, transaction_id: 'three', yen: 30 },
  ]
  const wallets = { member: { ...empty, point_debt: 150 } }
  const facts = factsOf([knownOf({ sale }), knownOf({ sale }), knownOf({ sale, store_id: 'other' })], wallets)
  const { given, movements } = giveGifts(facts, gifts)
  expect(given.map(({ transaction_id }) => transaction_id)).toEqual(['one', 'three'])
  expect(movements.map(({ kind, store_id }) => [kind, store_id])).toEqual([
    ['grant', 'shop'],
    ['grant', 'other'],
    ['adjustment', 'shop'],
  ])
  expect(movements[2]!.transfers).toMatchObject([{ debit: 'point_limited', amount: 150 }])
})
