/** What an inviter and the person they invited may have in common, in the order in which it weighs. */
export const affiliateReasons = [
  'card',
  'bank_account',
  'email',
  'phone',
  'device',
  'address',
  'network',
] as const
export type AffiliateReason = (typeof affiliateReasons)[number]

/** good: rewards are confirmed in their time. held: they wait for a look. void: there are none, for good. */
export const affiliateStandings = ['good', 'held', 'void'] as const
export type AffiliateStanding = (typeof affiliateStandings)[number]

/** By law an invitation says that it is an advertisement, before it says anything else. */
export const prMark = '【PR】'
