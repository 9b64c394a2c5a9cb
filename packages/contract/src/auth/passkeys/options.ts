import { credentialOptions } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const passkeyOptions = endpoint({
  name: 'auth.passkeyOptions',
  call: 'POST /v1/auth/passkeys/options',
  table: 'customer',
  summary: 'パスキー登録の準備',
  right: 'account.own',
  reach: 'own',
  status: 200,
  output: credentialOptions,
  errors: ['NOT_VERIFIED', 'PASSKEY_LIMIT'],
  lost: 'anew',
})
