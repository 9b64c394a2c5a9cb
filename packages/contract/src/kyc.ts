import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { faceActions, kycDocuments, kycSides, occupations, purposes, rejectReasons } from './identity.ts'
import type { Occupation, Purpose, RejectReason } from './identity.ts'
import { limits } from './limits.ts'
import { businessDate, id, instant, kycStatus, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

/** The name of a private picture. It opens nothing: no address leads to the picture itself. */
const privatePath = z.string().regex(/^private\/[0-9a-f]{32}$/)

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  Object.keys(table) as [Key, ...Key[]]
const document = z.enum(kycDocuments)
const side = z.enum(kycSides)
const occupation = z.enum(keysOf<Occupation>(occupations))
const purpose = z.enum(keysOf<Purpose>(purposes))
const reason = z.enum(keysOf<RejectReason>(rejectReasons))
const requestStatus = z.enum(['pending', 'approved', 'rejected'])
const reviewers = ['kyc_reviewer', 'owner'] as const

export const privateFile = endpoint({
  name: 'files.private',
  summary: '本人確認の画像のアップロード（JPEG・PNG・WebP、10MB・長辺1,000px以上）。公開されません',
  who: ['customer'],
  file: { bytesMax: limits.privateBytesMax, tooLarge: 'FILE_TOO_LARGE' },
  status: 201,
  output: z.strictObject({ filepath: privatePath }),
  errors: [
    'NOT_VERIFIED',
    'FILE_TYPE',
    'FILE_TOO_LARGE',
    'IMAGE_DIMENSIONS',
    'IMAGE_TOO_SMALL',
    'IMAGE_BROKEN',
    'FILE_UPLOAD_FAILED',
  ],
})

export const usersKyc = {
  state: endpoint({
    name: 'users.kyc',
    summary: '本人確認の状況',
    who: ['customer'],
    status: 200,
    output: z.strictObject({
      kyc_status: kycStatus,
      /** What is on record and will be compared with the papers. */
      name: z.nullable(z.string()),
      name_kana: z.nullable(z.string()),
      date_of_birth: z.nullable(businessDate),
      address: z.nullable(z.string()),
      /** The newest request; null before the first. */
      request: z.nullable(
        z.strictObject({
          document,
          submitted_at: instant,
          decided_at: z.nullable(instant),
          reasons: z.array(reason),
          document_expires_on: z.nullable(businessDate),
        }),
      ),
      attempts_left: whole,
      /** False once the law no longer takes pictures: the counter does the check then. */
      is_open: z.boolean(),
      /** Papers can be shown in a shop instead. */
      is_counter_open: z.boolean(),
      /** The movement to make in front of the camera. */
      action: z.enum(faceActions),
    }),
    errors: ['NOT_VERIFIED'],
  }),
  request: endpoint({
    name: 'users.kycRequest',
    summary: '本人確認の申請（30日間に5回まで）',
    who: ['customer'],
    body: z.strictObject({
      documents: z
        .array(
          z.strictObject({
            kind: document,
            side,
            filepath: privatePath,
            /** How the sender says the picture was taken; the reviewer sees it. */
            source: z.enum(['camera', 'file']).default('file'),
          }),
        )
        .min(1)
        .max(kycSides.length),
      name: z.string().min(1).max(200),
      name_kana: z.string().min(1).max(200),
      date_of_birth: z.string().min(1).max(40),
      address: z.string().min(1).max(1_000),
      occupation,
      purposes: z.array(purpose).min(1).max(Object.keys(purposes).length),
      consent: z.literal(true),
    }),
    status: 201,
    output: z.strictObject({ kyc_status: z.literal('pending') }),
    errors: [
      'NOT_VERIFIED',
      'KYC_PENDING',
      'KYC_APPROVED',
      'KYC_LIMIT',
      'KYC_BLOCKED',
      'KYC_METHOD_CLOSED',
      'KYC_TOO_SLOW',
      'NOT_FOUND',
    ],
  }),
}

/** What is asked of whoever looks at papers across the counter. */
const seenPapers = z.strictObject({
  original: z.literal(true),
  name: z.literal(true),
  date_of_birth: z.literal(true),
  address: z.literal(true),
  face: z.literal(true),
})

export const kycVisits = {
  visit: endpoint({
    name: 'users.kycVisit',
    summary: '店頭での本人確認のコード（書類を撮影できない方。お支払いには使えません）',
    who: ['customer'],
    body: z.strictObject({
      document,
      occupation,
      purposes: z.array(purpose).min(1).max(Object.keys(purposes).length),
      consent: z.literal(true),
    }),
    status: 201,
    output: z.strictObject({ token: z.string(), code: z.string(), ttl: z.int() }),
    errors: [
      'NOT_VERIFIED',
      'KYC_PENDING',
      'KYC_APPROVED',
      'KYC_LIMIT',
      'KYC_BLOCKED',
      'KYC_METHOD_CLOSED',
      'RATE_LIMITED',
    ],
  }),
  scan: endpoint({
    name: 'admin.kycVisitScan',
    summary: '店頭での本人確認：コードの読み取り（閲覧は記録されます）',
    who: ['manager'],
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    status: 200,
    output: z.strictObject({
      id,
      name: z.string(),
      name_kana: z.string(),
      date_of_birth: businessDate,
      address: z.string(),
      document,
    }),
    errors: ['QR_INVALID', 'QR_EXPIRED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  }),
  record: endpoint({
    name: 'admin.kycVisitRecord',
    summary: '店頭での本人確認：書類の確認の記録（この店舗で読み取ったコードだけ。審査は担当者が行います）',
    who: ['manager'],
    params: z.object({ id }),
    body: z.strictObject({
      checklist: seenPapers,
      /** Null only for a paper that never ends. */
      document_expires_on: z.nullable(businessDate),
    }),
    status: 201,
    output: z.strictObject({ kyc_status: z.literal('pending') }),
    errors: [
      'NOT_FOUND',
      'KYC_PENDING',
      'KYC_APPROVED',
      'KYC_LIMIT',
      'KYC_BLOCKED',
      'KYC_METHOD_CLOSED',
      'KYC_DOC_EXPIRED',
      'KYC_OUTDATED',
    ],
  }),
}

const inQueue = {
  id,
  name: z.string(),
  name_kana: z.string(),
  username: z.string(),
  document,
  status: requestStatus,
  /** Which of the person's requests this is, from 1. */
  attempt: whole,
  submitted_at: instant,
  decided_at: z.nullable(instant),
}
const queued = z.strictObject(inQueue)
export type QueuedRequest = z.infer<typeof queued>

const detail = z.strictObject({
  ...inQueue,
  date_of_birth: businessDate,
  address: z.string(),
  occupation,
  purposes: z.array(purpose),
  /** Null where the papers were shown in a shop. */
  action: z.nullable(z.enum(faceActions)),
  /** Who looked at the papers across the counter; null where they were photographed. */
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
      side,
      source: z.enum(['camera', 'file']),
      taken_at: instant,
      redacted: z.boolean(),
    }),
  ),
  /** Thirty days after the decision nobody looks at the pictures any more. */
  is_archived: z.boolean(),
  /** What is on record has been changed since the request was sent. */
  is_outdated: z.boolean(),
  /** Checked members with the same reading of the name and the same date of birth. */
  lookalikes: whole,
  decisions: z.array(
    z.strictObject({
      decision: z.enum(['approve', 'reject']),
      employee_name: z.string(),
      reasons: z.array(reason),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  document_expires_on: z.nullable(businessDate),
  /** What this reviewer may decide now. */
  may: z.strictObject({ approve: z.boolean(), reject: z.boolean(), override: z.boolean() }),
})
export type KycDetail = z.infer<typeof detail>

const ticked = z.literal(true)
const note = written.max(1_000)

export const adminKyc = {
  list: endpoint({
    name: 'admin.kycList',
    summary: '本人確認の申請の一覧（審査待ちは古い順、ほかは新しい順）',
    who: reviewers,
    query: z.object({ ...pageQuery.shape, status: requestStatus.default('pending') }),
    status: 200,
    output: pageOf(queued),
    errors: [],
  }),
  show: endpoint({
    name: 'admin.kycShow',
    summary: '本人確認の申請（閲覧は記録されます）',
    who: reviewers,
    params: z.object({ id }),
    status: 200,
    output: detail,
    errors: ['NOT_FOUND'],
  }),
  image: endpoint({
    name: 'admin.kycImage',
    summary: '本人確認の画像（閲覧は1枚ごとに記録されます）',
    who: reviewers,
    params: z.object({ id, side }),
    status: 200,
    media: 'image/webp',
    output: z.instanceof(Uint8Array),
    errors: ['NOT_FOUND', 'KYC_ARCHIVED'],
  }),
  redact: endpoint({
    name: 'admin.kycRedact',
    summary: '本人確認の画像の塗りつぶし（元の画像は残りません。操作は記録されます）',
    who: reviewers,
    params: z.object({ id, side }),
    body: z.strictObject({
      /** Thousandths of the picture's width and height. */
      areas: z
        .array(
          z.strictObject({
            left: z.int().min(0).max(999),
            top: z.int().min(0).max(999),
            width: z.int().min(1).max(1_000),
            height: z.int().min(1).max(1_000),
          }),
        )
        .min(1)
        .max(20),
    }),
    status: 200,
    output: z.strictObject({ side, redacted: z.literal(true) }),
    errors: ['NOT_FOUND', 'KYC_ARCHIVED', 'IMAGE_BROKEN', 'FILE_UPLOAD_FAILED'],
  }),
  decide: endpoint({
    name: 'admin.kycDecide',
    summary: '本人確認の承認・差し戻し（差し戻したものを承認できるのは別の担当者だけ）',
    who: reviewers,
    params: z.object({ id }),
    body: z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('approve'),
        checklist: z.strictObject({
          name: ticked,
          date_of_birth: ticked,
          address: ticked,
          expiry: ticked,
          face: ticked,
        }),
        /** Null only for a paper that never ends. */
        document_expires_on: z.nullable(businessDate),
        note: z.optional(note),
      }),
      z.strictObject({
        decision: z.literal('reject'),
        reasons: z.array(reason).min(1).max(Object.keys(rejectReasons).length),
        note: z.optional(note),
      }),
    ]),
    status: 200,
    output: z.strictObject({ id, status: requestStatus, next_id: z.nullable(id) }),
    errors: [
      'NOT_FOUND',
      'KYC_DECIDED',
      'KYC_SELF',
      'KYC_SAME_PERSON',
      'APPROVAL_LINKED',
      'KYC_OUTDATED',
      'KYC_DOC_EXPIRED',
      'KYC_NOTE_REQUIRED',
    ],
  }),
}
