import type { KycDetail, QueuedRequest } from '@shirogane/contract/resources/members/kyc'
import { isArchived, isOutdated, mayDecide } from './rules.ts'
import type { QueueRow, ReviewedRow, SubjectRow } from './store.ts'

export function presentQueued(row: QueueRow): QueuedRequest {
  return {
    id: row.id,
    name: row.name,
    name_kana: row.name_kana,
    username: row.username,
    document: row.document,
    status: row.status,
    attempt: row.attempt,
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

type Around = {
  subject: SubjectRow
  lookalikes: number
  reviewer: { employee_id: string; own_customer_id: string | null }
  now: Date
}

export function presentRequest(row: ReviewedRow, { subject, lookalikes, reviewer, now }: Around): KycDetail {
  const is_archived = isArchived(row, now)
  return {
    ...presentQueued(row),
    date_of_birth: row.date_of_birth,
    address: row.address,
    occupation: row.occupation,
    purposes: row.purposes,
    action: row.action,
    seen: row.seen,
    kyc_status: subject.kyc_status,
    images: row.images.map(({ side, source, taken_at, redacted }) => ({
      side,
      source,
      taken_at: new Date(taken_at).toISOString(),
      redacted,
    })),
    is_archived,
    is_outdated: isOutdated(row, subject),
    lookalikes,
    decisions: row.decisions.map(({ decision, employee_name, reasons, note, at }) => ({
      decision,
      employee_name,
      reasons,
      note,
      at: new Date(at).toISOString(),
    })),
    document_expires_on: row.document_expires_on,
    may: mayDecide(row, reviewer),
  }
}
