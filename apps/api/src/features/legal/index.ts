export { announceTerms } from './announce.ts'
export { findVersionInForce } from './store.ts'
