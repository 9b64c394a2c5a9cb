export { expireEnded } from './expire.ts'
export { remindOfEnding } from './remind.ts'
export { daysToNotify } from './rules.ts'
