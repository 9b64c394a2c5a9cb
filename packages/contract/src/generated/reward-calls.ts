// Written by `npm run gen` from the endpoints under packages/contract/src.
/** Calls about money that leaves, which no page before them makes: the pages that make them bring this table along. */
export const rewardCalls = {
  'rewards.changeMethod': 'PATCH /v1/affiliates/affiliator/reward_method',
  'payoutMethods.stopByCode': 'POST /v1/payout-methods/stop',
  'payoutMethods.stop': 'POST /v1/payout-methods/{id}/stop',
} as const
