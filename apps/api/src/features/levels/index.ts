export { judgeLevels } from './judge.ts'
export { remindOfFalls } from './remind.ts'
export { tellOfGiven } from './tell-given.ts'
export { listFirstRises, type Rise } from './rises-store.ts'
