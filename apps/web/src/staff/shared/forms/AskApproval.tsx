import { lazySheet } from '../lazy-parts.tsx'

/** The question to a second person, for every part of the staff's area that may need one. */
export const AskApproval = lazySheet(() =>
  import('../../approvals/ApprovalSheet.tsx').then(({ ApprovalSheet }) => ApprovalSheet),
)
