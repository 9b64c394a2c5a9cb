import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  comparableAddress,
  documentRules,
  type FaceAction,
  faceActions,
} from '@shirogane/contract/inputs/identity'
import { type KycDocument, sidesOf } from '@shirogane/contract/inputs/identity'
import { limits } from '@shirogane/contract/rules/limits'
import { toKatakana, withoutSeparators } from '@shirogane/contract/inputs/person'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { FileRow, RequestRow, ReviewedRow, SubjectRow } from './store.ts'
import { text } from './text.ts'

const dayMs = 86_400_000

/** Why a person cannot ask now; null when they can. */
export function askRefusal(status: SubjectRow['kyc_status']): ErrorCode | null {
  if (status === 'pending') return 'KYC_PENDING'
  if (status === 'approved') return 'KYC_APPROVED'
  return status === 'blocked' ? 'KYC_BLOCKED' : null
}

export function nameOf({ last_name, first_name }: SubjectRow): string | null {
  return last_name && first_name ? `${last_name} ${first_name}` : null
}
export function kanaOf({ last_name_kana, first_name_kana }: SubjectRow): string | null {
  return last_name_kana && first_name_kana ? `${last_name_kana} ${first_name_kana}` : null
}

const bare = (written: string): string => written.replace(/[\s　]/g, '')

type Said = { name: string; name_kana: string; date_of_birth: string; address: string }

/** What was said of oneself must be what is on record: the documents are compared with the record. */
export function differences(said: Said, subject: SubjectRow): Record<string, string> {
  const birth = withoutSeparators(said.date_of_birth).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const same: Record<keyof Said, boolean> = {
    name: bare(said.name) === bare(nameOf(subject) ?? ''),
    name_kana: bare(toKatakana(said.name_kana)) === bare(kanaOf(subject) ?? ''),
    date_of_birth: birth === subject.date_of_birth,
    address: comparableAddress(said.address) === comparableAddress(subject.address ?? ''),
  }
  return Object.fromEntries(
    Object.entries(same)
      .filter(([, isSame]) => !isSame)
      .map(([field]) => [field, text.differs]),
  )
}

export function isOutdated(request: Said, subject: SubjectRow): boolean {
  return Object.keys(differences(request, subject)).length > 0
}

type Sent = { kind: KycDocument; side: RequestRow['images'][number]['side']; filepath: string }

/** Sentences for pictures that are missing, double or of another paper; none where all is there. */
export function documentTroubles(sent: readonly Sent[]): Record<string, string> {
  const [first] = sent
  if (!first) return { documents: text.noPicture }
  if (sent.some(({ kind }) => kind !== first.kind)) return { documents: text.severalKinds }
  const needed = sidesOf(first.kind)
  const extra = sent.find(({ side }) => !needed.includes(side))
  if (extra) {
    return {
      documents: first.kind === 'my_number_card' ? text.noBackOfMyNumber : text.notNeeded,
    }
  }
  const sides = new Set(sent.map(({ side }) => side))
  const paths = new Set(sent.map(({ filepath }) => filepath))
  if (sides.size !== sent.length || paths.size !== sent.length) return { documents: text.twice }
  return needed.every((side) => sides.has(side)) ? {} : { documents: text.missing }
}

/** A face that is photographed long after the document may be another person's. */
export function isTooSlow(files: readonly Pick<FileRow, 'created_at'>[]): boolean {
  const times = files.map(({ created_at }) => created_at.getTime())
  return Math.max(...times) - Math.min(...times) > limits.kycCaptureSeconds * 1000
}

/**
 * The movement of a person's next request, from a keyed name of it: the same until it is sent, and impossible to
 * foresee.
 */
export function actionOf(keyedName: string): FaceAction {
  const sum = [...keyedName].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0)
  return faceActions[sum % faceActions.length] ?? 'turn_right'
}

export function isArchived(request: Pick<RequestRow, 'status' | 'decided_at'>, now: Date): boolean {
  return (
    request.decided_at !== null && now.getTime() - request.decided_at.getTime() > limits.kycImagesDays * dayMs
  )
}

type Decider = { employee_id: string; own_customer_id: string | null }

const isOf = (request: ReviewedRow, by: Decider): boolean =>
  request.user_id === by.own_customer_id || request.user_id === by.employee_id

/** What this reviewer may decide on this request. To send documents back takes no second person. */
export function mayDecide(
  request: ReviewedRow,
  by: Decider,
): { approve: boolean; reject: boolean; override: boolean } {
  const isPending = request.status === 'pending' && !isOf(request, by)
  return {
    approve: isPending && !request.in_one_hand,
    reject: isPending,
    override:
      request.status === 'rejected' && request.is_newest && !isOf(request, by) && !request.in_one_hand,
  }
}

/** Why a decision cannot be taken; null when it can. */
export function decisionRefusal(
  request: ReviewedRow,
  by: Decider,
  decision: 'approve' | 'reject',
): ErrorCode | null {
  if (isOf(request, by)) return 'KYC_SELF'
  const may = mayDecide(request, by)
  if (decision === 'reject') return may.reject ? null : 'KYC_DECIDED'
  if (may.approve || may.override) return null
  const isOpen = request.status === 'pending' || (request.status === 'rejected' && request.is_newest)
  if (!isOpen) return 'KYC_DECIDED'
  const isOwnRefusal = request.decisions.some(
    (one) => one.decision === 'reject' && one.employee_id === by.employee_id,
  )
  return isOwnRefusal ? 'KYC_SAME_PERSON' : 'APPROVAL_LINKED'
}

/** A paper that ends has a date that has not come yet, and one that never ends has none. */
export function expiryRefusal(document: KycDocument, expiresOn: string | null, now: Date): ErrorCode | null {
  if (!documentRules[document].expires) return null
  return expiresOn === null || expiresOn < tokyoDate(now) ? 'KYC_DOC_EXPIRED' : null
}
