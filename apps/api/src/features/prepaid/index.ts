export { keepBook, watchPrepaid } from './watch.ts'
