export { foldForSearch } from './rules.ts'
export { search } from './search.ts'
