import { z } from 'zod'

/** Where a picture that this service drew can be seen. */
export const avatarUrl = z.string().regex(/^\/files\/avatar\/[0-9a-f]{32}\.webp$/)
