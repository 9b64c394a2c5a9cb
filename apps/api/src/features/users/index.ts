export { maySee } from './admin.ts'
export { findRegisterCustomer, getUser, listStandings } from './get-user.ts'
export { maySeeCustomer } from './rules.ts'
export { findReasonToSee } from './store.ts'
