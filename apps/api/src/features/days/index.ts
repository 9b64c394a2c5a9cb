export { watchDays } from './watch.ts'
