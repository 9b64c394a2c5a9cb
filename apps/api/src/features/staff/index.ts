export { create } from './create.ts'
export { invite } from './invite.ts'
export { list } from './list.ts'
export { update } from './update.ts'
