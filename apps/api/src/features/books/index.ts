export { checkBooks } from './check-books.ts'
export { lift } from './lift.ts'
export { show } from './show.ts'
export { isFrozen } from './store.ts'
