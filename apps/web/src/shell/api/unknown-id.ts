import { ApiError } from './api.ts'

/** The id of an address belongs to no one, to another person, or is no id at all: to ask again finds nothing either. */
export const isUnknownId = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
