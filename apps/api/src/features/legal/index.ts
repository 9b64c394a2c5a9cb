export { list } from './list.ts'
export { show } from './show.ts'
