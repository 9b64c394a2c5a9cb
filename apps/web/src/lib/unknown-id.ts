import { ApiError } from './api.ts'

/** The id of an address is nobody's, somebody else's, or no id at all: to ask again finds nothing either. */
export const isUnknownId = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
