import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { credentialText, passkey } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

const attestation = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: credentialText,
    attestationObject: credentialText,
    authenticatorData: z.optional(credentialText),
    transports: z.optional(z.array(z.string().max(40)).max(10)),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(credentialText),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().max(40))),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
})

export const addPasskey = endpoint({
  name: 'auth.addPasskey',
  call: 'POST /v1/auth/passkeys',
  table: 'customer',
  summary: 'パスキーの登録（本人確認が必要）',
  right: 'account.own',
  reach: 'after-proof',
  body: z.strictObject({ credential: attestation, name: z.optional(written.max(60)) }),
  status: 201,
  output: passkey,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PASSKEY_INVALID', 'PASSKEY_LIMIT', 'PASSKEY_TAKEN'],
  lost: { ask: 'auth.passkeys' },
})
