export { recordAct } from './record-act.ts'
export { isStore } from './store.ts'
