import { z } from 'zod'
import { sheet } from '../../resources/brand/legal-office.ts'
import { legalSlug } from '../../resources/brand/legal.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const decideText = endpoint({
  name: 'admin.decideText',
  call: 'PATCH /v1/admin/legal/{slug}/change',
  table: 'staff',
  summary:
    '本部：新しい版の公開の承認・差し戻し・取り下げ（依頼した本人は承認できない。公開には再度の本人確認が必要で、公開した版は変えられない）',
  right: 'legal.agree',
  note: 'after a proof; never by the person who proposed it, who may take it back',
  params: z.object({ slug: legalSlug }),
  body: z.strictObject({ id, decision: z.enum(['approved', 'rejected', 'withdrawn']) }),
  status: 200,
  output: sheet,
  errors: [
    'CONFLICT',
    'APPROVAL_OWN',
    'APPROVAL_LINKED',
    'LEGAL_VERSION',
    'LEGAL_DATE',
    'LEGAL_TOO_SOON',
    'LEGAL_TOO_LATE',
    'STEP_UP_REQUIRED',
  ],
  lost: 'again',
})
