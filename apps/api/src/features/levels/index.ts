export { judgeLevels } from './judge.ts'
export { remindOfFalls } from './remind.ts'
export { notifyOfGiven } from './notify-given.ts'
export { listFirstRises, type Rise } from './rises-store.ts'
