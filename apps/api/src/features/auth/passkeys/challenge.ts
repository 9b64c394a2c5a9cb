import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { network } from '../../../http/rate-limits.ts'
import { relyingParty, webauthn } from './passkey-proof.ts'
import { ask } from './passkey-questions.ts'

export async function passkeyChallenge(
  ctx: Context,
  _actor: unknown,
  { client }: Input<'auth.passkeyChallenge'>,
): Promise<Output<'auth.passkeyChallenge'>> {
  ctx.limits.capCalls(`passkey:${network(client.ip)}`, 60)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx, client).id,
    userVerification: 'required',
    timeout: limits.passkeyChallengeSeconds * 1000,
  })
  await ask(ctx, options.challenge, null)
  return { ...options }
}
