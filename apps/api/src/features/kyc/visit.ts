import { randomBytes, randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import { payCodeDigits, payTokenText, readPayCode } from '@shirogane/contract/pay-code'
import { tokyoDate } from '@shirogane/contract/person'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { askRefusal, expiryRefusal, kanaOf, nameOf } from './rules.ts'
import {
  countRequests,
  getSubject,
  getSubjectForUpdate,
  isMethodOpen,
  moveStatus,
  recordLook,
  recordRequest,
  type SubjectRow,
} from './store.ts'
import { tell } from './tell.ts'
import {
  findVisit,
  findVisitForUpdate,
  recordVisitReading,
  recordVisitRow,
  spendVisit,
} from './visit-store.ts'

/** By eye, and by its chip once the law asks for that: whichever is taken on this day. Null when neither is. */
export async function counterMethod(db: Db, on: string): Promise<string | null> {
  for (const method of ['in_person_visual', 'in_person_ic'])
    if (await isMethodOpen(db, method, on)) return method
  return null
}

/** For whoever has no camera: a code that a shop reads to look at the papers there. */
export async function visit(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.kycVisit'>,
): Promise<Output<'users.kycVisit'>> {
  await ctx.limits.spend({
    bucket: `kyc-visit:${actor.user_id}`,
    max: limits.payTokensPerMinute,
    windowSeconds: 60,
  })
  const at = ctx.now()
  const subject = await getSubject(ctx.db, actor.user_id)
  await mayAsk(ctx.db, subject, at)
  wholeRecord(subject)
  const token = payTokenText(randomBytes(26))
  const code = payCodeDigits(Array.from({ length: 15 }, () => randomInt(10)).join(''))
  await recordVisitRow(ctx.db, {
    id: uuidv7(at),
    user_id: actor.user_id,
    session_id: actor.session_id,
    token_hash: ctx.keys.payCodeHash(token),
    code_hash: ctx.keys.payCodeHash(code),
    document: body.document,
    occupation: body.occupation,
    purposes: [...new Set(body.purposes)],
    at,
    expires_at: new Date(at.getTime() + limits.payTokenTtlSeconds * 1000),
    overlap_until: new Date(at.getTime() + limits.payTokenOverlapSeconds * 1000),
  })
  return { token, code, ttl: limits.payTokenTtlSeconds }
}

/** What is on record of the person who stands at the counter, to be held beside their papers. Who read it is on record too. */
export async function scanVisit(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.kycVisitScan'>,
): Promise<Output<'admin.kycVisitScan'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const scanned = readPayCode(body.token)
  if (!scanned) throw new Problem('QR_INVALID')
  const at = ctx.now()
  const found = await findVisit(ctx.db, ctx.keys.payCodeHash(scanned.text), actor.user_id)
  if (!found) {
    await ctx.limits.spend({
      bucket: `unknown-code:${actor.user_id}`,
      max: limits.unknownCodesPerMinute,
      windowSeconds: 60,
    })
    throw new Problem('QR_INVALID')
  }
  if (found.used_at !== null || found.expires_at <= at) throw new Problem('QR_EXPIRED')
  if (found.suspended_at) throw new Problem('CUSTOMER_SUSPENDED')
  if (found.is_own) throw new Problem('SELF_DEALING')
  const subject = await getSubject(ctx.db, found.user_id)
  const record = wholeRecord(subject)
  await ctx.transact(async (tx) => {
    await recordVisitReading(tx, {
      id: found.id,
      employee_id: actor.user_id,
      store_id,
      read_record: recordName(ctx, record),
      at,
    })
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'kyc.visit',
      subject_id: found.user_id,
      object: found.id,
      request_id: requestId,
    })
  })
  return { id: found.id, ...record, document: found.document }
}

/** The papers were looked at: a request like any other, without pictures, that waits for a reviewer. */
export async function recordVisit(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.kycVisitRecord'>,
): Promise<Output<'admin.kycVisitRecord'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    const since = new Date(at.getTime() - limits.counterCheckSeconds * 1000)
    const found = await findVisitForUpdate(tx, { id: params.id, employee_id: actor.user_id, store_id, since })
    if (!found) throw new Problem('NOT_FOUND')
    const subject = await getSubjectForUpdate(tx, found.user_id)
    const { method, ever } = await mayAsk(tx, subject, at)
    const record = wholeRecord(subject)
    // What was changed after it had been read was not held beside the papers.
    if (found.read_record !== recordName(ctx, record)) throw new Problem('KYC_OUTDATED')
    const ended = expiryRefusal(found.document, body.document_expires_on, at)
    if (ended) throw new Problem(ended)

    const id = uuidv7(at)
    await spendVisit(tx, found.id, at)
    await recordRequest(tx, {
      id,
      user_id: found.user_id,
      method,
      document: found.document,
      ...record,
      occupation: found.occupation,
      purposes: found.purposes,
      action: null,
      attempt: ever + 1,
      at,
      images: [],
      seen: { by: actor.user_id, store_id, expires_on: body.document_expires_on },
    })
    await moveStatus(tx, found.user_id, 'pending')
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'kyc.seen',
      subject_id: found.user_id,
      object: id,
      request_id: requestId,
    })
    await tell(ctx, tx, subject, { what: 'received', request_id: id })
  })
  ctx.nudgeMessenger()
  return { kyc_status: 'pending' }
}

type Record = { name: string; name_kana: string; date_of_birth: string; address: string }

/** What papers are compared with, all of it. */
function wholeRecord(subject: SubjectRow): Record {
  const { date_of_birth, address } = subject
  const [name, name_kana] = [nameOf(subject), kanaOf(subject)]
  if (name === null || name_kana === null || date_of_birth === null || address === null) {
    throw new Problem('VALIDATION_ERROR', {
      fields: { profile: '氏名・フリガナ・生年月日・住所を登録してください。' },
    })
  }
  return { name, name_kana, date_of_birth, address }
}

function recordName(ctx: Context, record: Record): string {
  return ctx.keys.nameOf('kyc visit', JSON.stringify(record))
}

async function mayAsk(db: Db, subject: SubjectRow, at: Date): Promise<{ method: string; ever: number }> {
  const refusal = askRefusal(subject.kyc_status)
  if (refusal) throw new Problem(refusal)
  const method = await counterMethod(db, tokyoDate(at))
  if (method === null) throw new Problem('KYC_METHOD_CLOSED')
  const { ever, lately } = await countRequests(db, subject.id, at)
  if (lately >= limits.kycRequestsMax) throw new Problem('KYC_LIMIT')
  return { method, ever }
}
