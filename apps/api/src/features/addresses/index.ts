export { create } from './create.ts'
export { search } from './search.ts'
export { user } from './user.ts'
