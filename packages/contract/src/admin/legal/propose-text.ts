import { z } from 'zod'
import { proposal, sheet } from '../../resources/brand/legal-office.ts'
import { legalSlug, legalVersion } from '../../resources/brand/legal.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const proposeText = endpoint({
  name: 'admin.proposeText',
  call: 'POST /v1/admin/legal/{slug}',
  table: 'staff',
  summary:
    '本部：新しい版の公開の依頼（別の担当者が承認すると公開される。利用規約の重要な変更は30日以上前に公開する）',
  right: 'legal.propose',
  note: 'published by a second person of head office; on record',
  params: z.object({ slug: legalSlug }),
  /** `follows` is the newest version that the author began with; null before the first. */
  body: z.strictObject({ ...proposal.shape, follows: z.nullable(legalVersion) }),
  status: 201,
  output: sheet,
  errors: ['CONFLICT', 'LEGAL_WAITING', 'LEGAL_VERSION', 'LEGAL_DATE', 'LEGAL_TOO_SOON', 'LEGAL_TOO_LATE'],
  lost: { ask: 'admin.legalText' },
})
