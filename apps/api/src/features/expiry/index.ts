export { expireEnded } from './expire.ts'
export { remindOfEnding } from './remind.ts'
