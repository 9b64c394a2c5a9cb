import type { LegalDocument } from '@shirogane/contract/resources/brand/legal'
import { longDate } from '../dates/dates.ts'
import { text } from './text.ts'

/** The number of a version, and since when it is in force. */
export function versionText({
  version,
  effective_on,
}: Pick<LegalDocument, 'version' | 'effective_on'>): string {
  return text.version(version, longDate(effective_on))
}
