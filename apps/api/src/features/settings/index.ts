export { list } from './list.ts'
export { readSettings } from './read.ts'
export { setting } from './setting.ts'
export { update } from './update.ts'
