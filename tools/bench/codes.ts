import { randomBytes, randomInt } from 'node:crypto'
import { payCodeDigits, payTokenText } from '@shirogane/contract/inputs/pay-code'
import type { World } from './world.ts'

const batch = 5_000

/**
 * Codes as phones fetch them beforehand, one for each payment to come, for customers drawn evenly. They are written as
 * `ledger.issue_pay_code` writes them, with the server's own hashes, and are not part of what is measured.
 */
export async function issueCodes({ db, keys, customers }: World, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const made = Array.from({ length: Math.min(batch, count - tokens.length) }, () => ({
      ...customers[randomInt(customers.length)]!,
      token: payTokenText(randomBytes(26)),
      digits: payCodeDigits(String(randomInt(1e14)).padStart(14, '0') + randomInt(10)),
    }))
    await db.query(
      `insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, issued_at, expires_at)
       select uuidv7(), t.user_id, t.session_id, t.token_hash, t.code_hash, now(), now() + interval '300 seconds'
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) t (user_id, session_id, token_hash, code_hash)
       on conflict do nothing`,
      [
        made.map(({ user_id }) => user_id),
        made.map(({ session_id }) => session_id),
        made.map(({ token }) => keys.payCodeHash(token)),
        made.map(({ digits }) => keys.payCodeHash(digits)),
      ],
    )
    tokens.push(...made.map(({ token }) => token))
  }
  return tokens
}
