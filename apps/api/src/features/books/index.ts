export { checkBooks } from './check-books.ts'
export { findLostBlock, noteLastBlock, chainBooks } from './chain.ts'
export { isFrozen } from './store.ts'
