import type { Context } from '../context.ts'

/**
 * What the database keeps of a code that was shown here: it may have been made with any key that is given, while the secret
 * key is being changed. An unknown one has the hash that it would be given now. Asks the database only during a change.
 */
export async function findCodeHash(ctx: Pick<Context, 'db' | 'keys'>, text: string): Promise<Buffer> {
  const hashes = ctx.keys.payCodeHashes(text)
  const [current] = hashes
  if (hashes.length === 1) return current!
  const kept = await ctx.db.first<{ hash: Buffer }>(
    `select h.hash from unnest($1::bytea[]) h (hash)
     where exists (select from ledger.pay_codes c where c.token_hash = h.hash)
       or exists (select from ledger.pay_codes c where c.code_hash = h.hash)
       or exists (select from counter_codes c where c.token_hash = h.hash)
       or exists (select from counter_codes c where c.code_hash = h.hash)
       or exists (select from kyc_visits v where v.token_hash = h.hash)
       or exists (select from kyc_visits v where v.code_hash = h.hash)
     limit 1`,
    [hashes],
    'code-hash',
  )
  return kept?.hash ?? current!
}
