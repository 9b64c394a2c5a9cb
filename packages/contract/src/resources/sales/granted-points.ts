import { z } from 'zod'

/** Whose code was scanned just now, or a member by id, of whom the register has a reason to know. */
export const member = z.string().min(1).max(4096)
