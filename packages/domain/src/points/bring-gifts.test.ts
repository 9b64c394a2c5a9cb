import { expect, test } from 'vitest'
import { bringGifts, type Invited, type InvitationTerms, type Purchase } from './bring-gifts.ts'

const terms: InvitationTerms = {
  own: { points: 500, yen: 0 },
  inviter: { points: 300, yen: 100 },
  days: 60,
  payment_min: 1_000,
}
const purchaseOf = (change: Partial<Purchase> = {}): Purchase => ({
  id: 'sale',
  customer_id: 'friend',
  spent_total: 1_000,
  completed_at: new Date('2026-11-21T23:30:00+09:00'),
  ...change,
})
const open = { is_active: true, verified: true, is_stopped: false }
const invitedOf = (change: Partial<Invited> = {}): Invited => ({
  user_id: 'friend',
  invited_by: 'kyoko',
  inviter_id: 'inviter',
  standing: 'good',
  of_number: [],
  inviter: open,
  given: [],
  inviter_given: [],
  ...change,
})
const bring = (purchases: Purchase[], invited: Invited[], under = terms) =>
  bringGifts(purchases, invited, under).map(({ occasion, sale_id }) => [occasion!.campaign, sale_id])

test('the first purchase of some size brings the friend and the inviter something, each once', () => {
  const common = {
    sale_id: 'sale',
    store_id: null,
    expires_at: '2027-01-20T14:59:59.000Z',
    yen_expires_at: null,
  }
  expect(bringGifts([purchaseOf()], [invitedOf()], terms)).toEqual([
    {
      ...common,
      user_id: 'friend',
      occasion: { campaign: 'invite', period: 'once' },
      points: 500,
      yen: 0,
      message: { code: 'invite', inviter: 'kyoko' },
    },
    {
      ...common,
      user_id: 'inviter',
      occasion: { campaign: 'invite_given', period: 'friend' },
      points: 300,
      yen: 100,
      message: { code: 'invite_given' },
    },
  ])
})

const both = ['invite', 'invite_given']
const stands = { id: 'gift', is_taken_back: false }
const wentBack = { id: 'gift', is_taken_back: true }
test.each<[string, Partial<Invited>, Partial<InvitationTerms>, string[]]>([
  ['of an invitation that stands both are given', {}, {}, both],
  ['while head office looks into it none is', { standing: 'held' }, {}, []],
  ['once it is struck none is', { standing: 'void' }, {}, []],
  ['who came back is no newcomer, and brings none', { of_number: [{ has_left: true }] }, {}, []],
  [
    'an inviter who does not invite any more gets none',
    { inviter: { ...open, is_active: false } },
    {},
    ['invite'],
  ],
  ['nor one who is not verified', { inviter: { ...open, verified: false } }, {}, ['invite']],
  ['nor one who is suspended or has left', { inviter: { ...open, is_stopped: true } }, {}, ['invite']],
  ['what stands is not given again', { given: [stands] }, {}, ['invite_given']],
  ['nor to the inviter', { inviter_given: [stands] }, {}, ['invite']],
  ['what stands on both sides brings no more', { given: [stands], inviter_given: [stands] }, {}, []],
  ['what went back is brought anew', { given: [wentBack], inviter_given: [wentBack] }, {}, both],
  ['a gift of nothing is none', {}, { inviter: { points: 0, yen: 0 } }, ['invite']],
  ['one of yen alone is', {}, { own: { points: 0, yen: 1 } }, both],
  ['a smaller purchase brings none', {}, { payment_min: 1_001 }, []],
])('%s', (_, invited, under, campaigns) => {
  const gifts = bring([purchaseOf()], [invitedOf(invited)], { ...terms, ...under })
  expect(gifts.map(([campaign]) => campaign)).toEqual(campaigns)
})

test('of several purchases the first that is large enough brings them; others who came by themselves bring none', () => {
  const purchases = [
    purchaseOf({ id: 'small', spent_total: 999 }),
    purchaseOf({ id: 'stranger', customer_id: 'stranger' }),
    purchaseOf({ id: 'first' }),
    purchaseOf({ id: 'second', spent_total: 9_000 }),
  ]
  expect(bring(purchases, [invitedOf()])).toEqual([
    ['invite', 'first'],
    ['invite_given', 'first'],
  ])
})
