import type { Caller, EmployeeType } from '@shirogane/contract/wire/rights'

export type { EmployeeType }

export type RegisterDevice = { readonly id: string; readonly register_id: string }

/** A signed-in caller, as the database knows them and not as the token claims. */
export type Actor = {
  readonly user_id: string
  readonly session_id: string
  readonly role: Exclude<Caller, 'anonymous'>
  readonly employee?: {
    /** The same id as `user_id`: staff accounts are users. */
    readonly id: string
    readonly number: string
    readonly name: string
    readonly type: EmployeeType
    /** Null for head office. */
    readonly store_id: string | null
    /** The register that the calling browser is enrolled as; null for any other browser, and for a socket. */
    readonly device: RegisterDevice | null
  }
}
