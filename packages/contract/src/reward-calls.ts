/** Calls about money that leaves, which no page before them makes: the pages that make them bring this table along. */
export const rewardCalls = {
  'payoutMethods.stop': 'POST /v1/payout-methods/{id}/stop',
  'payoutMethods.stopByCode': 'POST /v1/payout-methods/stop',
  'rewards.changeMethod': 'PATCH /v1/affiliates/affiliator/reward_method',
} as const
