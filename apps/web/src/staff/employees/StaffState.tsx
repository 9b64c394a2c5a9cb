import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { Chip } from '@shirogane/ui/data/Chip'
import { text } from './text.ts'

/** Whether the person works here, and what is still waited for. */
export function StaffState({ details }: { details: NonNullable<StaffMember['details']> }) {
  if (!details.active) return <Chip tone="neutral">{text.stopped}</Chip>
  if (details.invited_until !== null) return <Chip tone="warn">{text.invited}</Chip>
  if (details.let_in !== null) return <Chip tone="warn">{text.unvouched}</Chip>
  return <Chip tone="ok">{text.active}</Chip>
}
