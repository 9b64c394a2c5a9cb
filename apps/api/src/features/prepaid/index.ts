export { book, csv } from './book.ts'
export { keepBook, watchPrepaid } from './watch.ts'
