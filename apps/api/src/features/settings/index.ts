export { decide } from './decide.ts'
export { list } from './list.ts'
export { setting } from './setting.ts'
export { update } from './update.ts'
