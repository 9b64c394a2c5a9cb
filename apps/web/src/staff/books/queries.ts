import { ask } from '../../shell/queries/queries.ts'

export const booksQuery = () => ask('admin.books')
export const schedulesQuery = () => ask('admin.schedules')
