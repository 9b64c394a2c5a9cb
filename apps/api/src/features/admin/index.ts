export { listChanges, recordChange } from './changes.ts'
