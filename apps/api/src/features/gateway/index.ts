export { webhook } from './webhook.ts'
