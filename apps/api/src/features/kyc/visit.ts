import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { askRefusal, kanaOf, nameOf } from './rules.ts'
import { countRequests, isMethodOpen, type SubjectRow } from './store.ts'
import { text } from './text.ts'

/** By eye, and by its chip once the law asks for that: the first that is accepted on this day. Null when neither is. */
export async function counterMethod(db: Db, on: string): Promise<string | null> {
  for (const method of ['in_person_visual', 'in_person_ic'])
    if (await isMethodOpen(db, method, on)) return method
  return null
}

type Record = { name: string; name_kana: string; date_of_birth: string; address: string }

/** What documents are compared with, all of it. */
export function wholeRecord(subject: SubjectRow): Record {
  const { date_of_birth, address } = subject
  const [name, name_kana] = [nameOf(subject), kanaOf(subject)]
  if (name === null || name_kana === null || date_of_birth === null || address === null) {
    throw new Problem('VALIDATION_ERROR', {
      fields: { profile: text.profileMissing },
    })
  }
  return { name, name_kana, date_of_birth, address }
}

export function recordNames(ctx: Context, record: Record): string[] {
  return ctx.keys.namesOf('kyc visit', JSON.stringify(record))
}

export async function mayAsk(
  db: Db,
  subject: SubjectRow,
  at: Date,
): Promise<{ method: string; ever: number }> {
  const refusal = askRefusal(subject.kyc_status)
  if (refusal) throw new Problem(refusal)
  const method = await counterMethod(db, tokyoDate(at))
  if (method === null) throw new Problem('KYC_METHOD_CLOSED')
  const { ever, lately } = await countRequests(db, subject.id, at)
  if (lately >= limits.kycRequestsMax) throw new Problem('KYC_LIMIT')
  return { method, ever }
}
