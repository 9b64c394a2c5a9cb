export { forgetCards, type KeptCard } from './forget.ts'
export { frameOf, gatewayOf } from './frame.ts'
export { removeCards } from './store.ts'
