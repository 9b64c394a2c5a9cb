import { credentialOptions } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const passkeyChallenge = endpoint({
  name: 'auth.passkeyChallenge',
  call: 'POST /v1/auth/passkeys/challenge',
  table: 'customer',
  summary: 'パスキーで示すための問い（ログインと本人確認）',
  right: 'anyone',
  note: 'opens nothing alone',
  status: 200,
  output: credentialOptions,
  errors: ['RATE_LIMITED'],
  lost: 'anew',
})
