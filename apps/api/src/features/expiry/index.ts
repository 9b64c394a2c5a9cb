export { expireEnded } from './expire.ts'
export { remindOfEnding } from './remind.ts'
export { daysToTell } from './rules.ts'
