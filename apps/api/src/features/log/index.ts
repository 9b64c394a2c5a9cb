export { csv } from './csv.ts'
export { list } from './list.ts'
export { type Act, recordAct } from './record-act.ts'
export { isStore } from './store.ts'
