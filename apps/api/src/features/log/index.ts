export { type Act, recordAct } from './record-act.ts'
