export { card } from './card.ts'
export { recordInvitation } from './invitation.ts'
export { grantInviteBonus, listInviteGrants } from './invite-bonus.ts'
