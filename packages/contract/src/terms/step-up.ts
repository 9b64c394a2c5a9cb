/** The acts for which a signed-in person must show again who they are. */
export const stepUpPurposes = [
  'payout',
  'payout_method',
  'reward',
  'email',
  'phone',
  'passkey',
  'export',
  'delete',
  'convert',
  'pay',
  'till_approval',
  'staff',
  'store',
  'payout_freeze',
  'legal',
  'cashout',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]
export type StepUpMethod = 'passkey' | 'otp' | 'password'
