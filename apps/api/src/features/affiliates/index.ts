export { bindInviter, recordInvitation } from './invitation.ts'
export { grantInviteBonus, grantJoinBonus, listInviteGrants } from './invite-bonus.ts'
export { takeLiveEvents } from './live-store.ts'
export { lookAtOwnInvitation, watchDueInvitations, watchInvitations } from './standing.ts'
