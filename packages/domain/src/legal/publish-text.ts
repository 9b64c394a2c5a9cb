import { hasRight, type Person } from '../access/people.ts'
import { dateAfter } from '../time/tokyo.ts'

/** What is published of one legal text. Dates are days of Japan such as `2026-11-29`. */
export type TextFacts = {
  today: string
  /** The number of every version, such as `1.10`. */
  versions: readonly string[]
  /** The last day on which one of them comes into force; null where there is none. */
  last_effective_on: string | null
}

/** A next version as it is proposed. */
export type ProposedText = {
  slug: string
  version: string
  /** A change that people must agree to again. */
  is_material: boolean
  /** In force from the beginning of this day. */
  effective_on: string
}

export type TextRefusal = 'LEGAL_VERSION' | 'LEGAL_DATE' | 'LEGAL_TOO_LATE' | 'LEGAL_TOO_SOON'

/** Everything that a publication is decided by. */
export type PublishFacts = {
  /** Null where nothing of the kind was proposed. */
  change: (ProposedText & { status: string; requested_by: string }) | null
  /** The employee who publishes. */
  actor: Person
  /** The employee and the author are two persons. */
  is_independent: boolean
  text: TextFacts
}

export type PublishRefusal =
  | TextRefusal
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'APPROVAL_OWN'
  | 'FORBIDDEN'
  | 'APPROVAL_LINKED'

/** Members have so many days to read terms that matter. */
const noticeDays = 30
/** A slip in the year would keep a text as it is until then, since nothing withdraws what is published. */
const mostDaysAhead = 366

const isAnnounced = ({ slug, is_material }: Pick<ProposedText, 'slug' | 'is_material'>) =>
  slug === 'tos' && is_material

/** No day that has begun, none before the versions that are published, and a notice before terms that matter. */
function earliestOf(
  { today, last_effective_on }: TextFacts,
  text: Pick<ProposedText, 'slug' | 'is_material'>,
): string {
  const noticed = dateAfter(today, isAnnounced(text) ? noticeDays : 1)
  const after = last_effective_on === null ? noticed : dateAfter(last_effective_on, 1)
  return after > noticed ? after : noticed
}

/** Between which days a next version of a text can come into force, the last of them included. */
export function daysOfText(
  slug: string,
  facts: TextFacts,
): { earliest: string; earliest_material: string; latest: string } {
  return {
    earliest: earliestOf(facts, { slug, is_material: false }),
    earliest_material: earliestOf(facts, { slug, is_material: true }),
    latest: dateAfter(facts.today, mostDaysAhead),
  }
}

/**
 * Why a version of a text may not be published for its day; null where it may. It comes after those before it by its
 * number and by its day, or an older one would be in force after it.
 */
export function refuseText(text: ProposedText, facts: TextFacts): TextRefusal | null {
  const { earliest, latest } = daysOfText(text.slug, facts)
  if (facts.versions.some((version) => !isBefore(version, text.version))) return 'LEGAL_VERSION'
  if (text.effective_on < earliest) return 'LEGAL_DATE'
  if (text.effective_on > latest) return 'LEGAL_TOO_LATE'
  return text.effective_on < earliestOf(facts, text) ? 'LEGAL_TOO_SOON' : null
}

/** 1.10 comes after 1.9. */
function isBefore(one: string, other: string): boolean {
  const [[major, minor], [otherMajor, otherMinor]] = [partsOf(one), partsOf(other)]
  return major === otherMajor ? minor < otherMinor : major < otherMajor
}

const partsOf = (version: string) => version.split('.').map(Number) as [number, number]

/** Another person of head office publishes what was proposed, once; new terms that matter are announced from then on. */
export function publishText(
  { change, actor, is_independent, text }: PublishFacts,
  { employee_id }: { employee_id: string },
): { code: null; is_announced: boolean } | { code: PublishRefusal } {
  if (change === null) return { code: 'NOT_FOUND' }
  if (change.status !== 'requested') return { code: 'CONFLICT' }
  if (change.requested_by === employee_id) return { code: 'APPROVAL_OWN' }
  if (!actor.is_active || !hasRight(actor, 'legal.agree')) return { code: 'FORBIDDEN' }
  if (!is_independent) return { code: 'APPROVAL_LINKED' }
  const code = refuseText(change, text)
  return code === null ? { code, is_announced: isAnnounced(change) } : { code }
}
