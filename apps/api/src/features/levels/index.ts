export { nextLevel } from './next-level.ts'
