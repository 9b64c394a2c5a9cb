import { ownAffiliator } from '../../resources/members/affiliates.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const leave = endpoint({
  name: 'affiliates.leave',
  call: 'DELETE /v1/affiliates/affiliator',
  table: 'customer',
  summary: 'アフィリエーターをやめる（招待は終わる。これまでの報酬は受け取れる）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: '403 NOT_AFFILIATOR to other members; ends one’s own invitations, what was earned stays',
  status: 200,
  output: ownAffiliator,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  lost: 'again',
})
