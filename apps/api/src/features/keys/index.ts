export { openKeys } from './open.ts'
export { rekeying } from './rekey.ts'
export { type KeyStatus, keyStatus, saidEveryMs } from './status.ts'
export { recordStart } from './store.ts'
