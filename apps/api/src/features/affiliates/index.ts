export { card } from './card.ts'
export { recordInvitation } from './invitation.ts'
export { grantInviteBonus, grantJoinBonus, listInviteGrants } from './invite-bonus.ts'
