import { z } from 'zod'
import { readEmail, readPhone, readPin, readUsername } from '../../inputs/read-fields.ts'
import { passwordRefusal } from '../../inputs/passwords.ts'

export const token = z.strictObject({
  access_token: z.string(),
  /** A page gets the public handle of its session; the secret itself travels in the cookie alone. */
  refresh_token: z.string(),
  expires_in: z.int(),
})

/** What a person typed, checked by the reader of its field; the server keeps the reader's spelling. */
export const usernameInput = z
  .string()
  .max(1024)
  .refine((text) => readUsername(text) !== null, 'USERNAME_FORMAT')
export const emailInput = z
  .string()
  .max(1024)
  .refine((text) => readEmail(text) !== null, 'EMAIL_FORMAT')
export const phoneInput = z
  .string()
  .max(1024)
  .refine((text) => !isRefused(text, 'PHONE_FORMAT'), 'PHONE_FORMAT')
  .refine((text) => !isRefused(text, 'PHONE_NOT_MOBILE'), 'PHONE_NOT_MOBILE')
export const pinInput = z
  .string()
  .max(64)
  .refine((text) => readPin(text) !== null, 'PIN_FORMAT')
export const passwordInput = z
  .string()
  .max(1024)
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_CHARS', 'PASSWORD_CHARS')
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_SHORT')
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_COMMON')

function isRefused(text: string, refusal: string): boolean {
  const phone = readPhone(text)
  return 'refusal' in phone && phone.refusal === refusal
}

/** When the code ends, and from when on a new one may be asked for, in seconds from now. */
export const sentPin = z.strictObject({ expires_in: z.int(), resend_in: z.int() })

/** The secret of a login that waits for its code. */
export const loginFlow = z.string().min(1).max(128)

export const refreshBody = z.strictObject({ refresh_token: z.optional(z.string().max(512)) })
export const refreshed = z.strictObject({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.int(),
  error: z.null(),
})
