export { type Postgres, startPostgres, type StartOptions } from './start.ts'
export { startTemporaryPostgres, type TemporaryOptions } from './temporary.ts'
export { PostgresTrouble } from './trouble.ts'
