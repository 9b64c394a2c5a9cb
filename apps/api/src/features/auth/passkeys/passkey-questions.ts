import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { challengeHash } from './passkey-proof.ts'
import { type PasskeyRow, recordChallenge } from '../security/security-store.ts'

export function refuseTooMany(count: number): void {
  if (count >= limits.passkeysMax) throw new Problem('PASSKEY_LIMIT', { blanks: { n: limits.passkeysMax } })
}

export async function ask(ctx: Context, challenge: string, userId: string | null): Promise<void> {
  const at = ctx.now()
  await recordChallenge(ctx.db, {
    hash: challengeHash(challenge),
    user_id: userId,
    at,
    expires_at: new Date(at.getTime() + limits.passkeyChallengeSeconds * 1000),
  })
}

export function present(
  key: Pick<PasskeyRow, 'id' | 'name' | 'synced' | 'created_at' | 'last_used_at'>,
): Output<'auth.addPasskey'> {
  return {
    id: key.id,
    name: key.name,
    synced: key.synced,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
  }
}
