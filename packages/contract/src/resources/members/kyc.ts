import { z } from 'zod'
import { faceActions, kycDocuments, kycSides } from '../../inputs/identity.ts'
import { occupations, purposes, rejectReasons } from '../../inputs/identity-text.ts'
import type { Occupation, Purpose, RejectReason } from '../../inputs/identity.ts'
import { businessDate, id, instant, kycStatus, whole } from '../shapes.ts'

/** The name of a private picture. It opens nothing: no address leads to the picture itself. */
export const privatePath = z.string().regex(/^private\/[0-9a-f]{32}$/)

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  Object.keys(table) as [Key, ...Key[]]
export const documentKind = z.enum(kycDocuments)
export const imageSide = z.enum(kycSides)
export const occupation = z.enum(keysOf<Occupation>(occupations))
export const kycPurpose = z.enum(keysOf<Purpose>(purposes))
export const kycReason = z.enum(keysOf<RejectReason>(rejectReasons))
export const requestStatus = z.enum(['pending', 'approved', 'rejected'])

const inQueue = {
  id,
  name: z.string(),
  name_kana: z.string(),
  username: z.string(),
  document: documentKind,
  status: requestStatus,
  /** Which of the person's requests this is, from 1. */
  attempt: whole,
  submitted_at: instant,
  decided_at: z.nullable(instant),
}
export const queued = z.strictObject(inQueue)
export type QueuedRequest = z.infer<typeof queued>

export const detail = z.strictObject({
  ...inQueue,
  date_of_birth: businessDate,
  address: z.string(),
  occupation,
  purposes: z.array(kycPurpose),
  /** Null where the documents were shown in a shop. */
  action: z.nullable(z.enum(faceActions)),
  /** Who looked at the documents across the counter; null where they were photographed. */
  seen: z.nullable(
    z.strictObject({
      employee_name: z.string(),
      store_name: z.string(),
      document_expires_on: z.nullable(businessDate),
    }),
  ),
  kyc_status: kycStatus,
  images: z.array(
    z.strictObject({
      side: imageSide,
      source: z.enum(['camera', 'file']),
      taken_at: instant,
      redacted: z.boolean(),
    }),
  ),
  /** Thirty days after the decision the pictures are not looked at any more. */
  is_archived: z.boolean(),
  /** What is on record has been changed since the request was sent. */
  is_outdated: z.boolean(),
  /** Checked members with the same reading of the name and the same date of birth. */
  lookalikes: whole,
  decisions: z.array(
    z.strictObject({
      decision: z.enum(['approve', 'reject']),
      employee_name: z.string(),
      reasons: z.array(kycReason),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  document_expires_on: z.nullable(businessDate),
  /** What this reviewer may decide now. */
  may: z.strictObject({ approve: z.boolean(), reject: z.boolean(), override: z.boolean() }),
})
export type KycDetail = z.infer<typeof detail>
