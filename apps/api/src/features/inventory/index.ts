export { reserveArticles } from './reservations/reserve.ts'
export { lapseDue } from './reservations-store.ts'
export { watchStock } from './watch.ts'
