export { accountNames, numberPurpose } from './account.ts'
export { findPayoutMethod, type PayableMethod } from './find.ts'
export { countReviews, flagPayoutMethod } from './store.ts'
export { countStops } from './stop-store.ts'
