export { checkBooks } from './check-books.ts'
export { findLostSeal, noteLastSeal, sealBooks } from './seal.ts'
export { isFrozen } from './store.ts'
