import { ask } from '../../../lib/queries.ts'

export const booksQuery = () => ask('admin.books')
