export { forgetDue } from './forget.ts'
