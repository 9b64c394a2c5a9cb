import type { Endpoints } from '@shirogane/contract'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { z } from 'zod'
import type { Actor, Context } from '../context.ts'
import type { CookieChange } from './wire/cookie-change.ts'
import { replayedHeader } from './problem.ts'

type Parsed<Name extends CallName, Part extends 'params' | 'query' | 'body'> =
  Endpoints[Name] extends Readonly<Record<Part, infer S extends z.core.$ZodType>> ? z.output<S> : undefined

/** What may be told of the other end, for those few calls that handle sessions and limits. */
export type Client = {
  readonly ip: string
  readonly userAgent: string | null
  /** True for programs that keep their own secrets: `X-Client-Type: api` and no header that only a browser sends. */
  readonly isApi: boolean
  /** `X-Requested-By: app`: a header that a foreign page cannot send without asking first. */
  readonly saysApp: boolean
  /** Which page a browser says it is calling from; only ours get this far. */
  readonly origin: string | null
  /** What a browser says of how a page came here, in `Sec-Fetch-Site` and `Sec-Fetch-Mode`. */
  readonly fetchSite: string | null
  readonly fetchMode: string | null
  readonly bearer: string | null
  readonly refreshCookie: string | null
  readonly deviceCookie: string | null
  /** Says that the page of registration was opened in this browser a short while ago. */
  readonly ticketCookie: string | null
  /** The secret of one run of the way back after a forgotten password. */
  readonly resetCookie: string | null
  /** The secret of a browser that is a register. */
  readonly registerCookie: string | null
}

/** A file as it was sent: its name and type are only claimed by the sender, and not believed. */
export type UploadedFile = { readonly bytes: Buffer }

/** What another server proves itself by: a signature is made over the bytes and not over what they mean. */
export type SignedMessage = {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export type Input<Name extends CallName> = {
  readonly params: Parsed<Name, 'params'>
  readonly query: Parsed<Name, 'query'>
  readonly body: Parsed<Name, 'body'>
  readonly file: Endpoints[Name] extends { readonly file: object } ? UploadedFile : undefined
  readonly signed: Endpoints[Name] extends { readonly signed: true } ? SignedMessage : undefined
  /** There where the call moves something; null only for a request that moves nothing. */
  readonly idempotencyKey: Endpoints[Name] extends { readonly idempotent: true } ? string : string | null
  /** SHA-256 over method, path and the body with its keys in order: equal for equal requests. */
  readonly requestHash: Uint8Array
  readonly requestId: string
  readonly client: Client
}

export type Output<Name extends CallName> = z.output<Endpoints[Name]['output']>

/** An answer with more to it than its body. */
export class Answer<T> {
  readonly output: T
  readonly cookies: readonly CookieChange[]
  readonly headers: Readonly<Record<string, string>>
  /** Where a call answers with something else than its own status. */
  readonly status: 202 | null

  constructor(
    output: T,
    extras: {
      cookies?: readonly CookieChange[]
      headers?: Readonly<Record<string, string>>
      status?: 202
    } = {},
  ) {
    this.output = output
    this.cookies = extras.cookies ?? []
    this.headers = extras.headers ?? {}
    this.status = extras.status ?? null
  }
}

/** Nothing has happened yet: another person is asked first. */
export function accepted<T>(output: T): Answer<T> {
  return new Answer(output, { status: 202 })
}

/** The first answer once more, for a request that was answered before. */
export function replayed<T>(output: T): Answer<T> {
  return new Answer(output, { headers: { ...replayedHeader } })
}

/** Where a call serves those who are not signed in, its operation may have no actor. */
export type ActorOf<Name extends CallName> = 'anonymous' extends Endpoints[Name]['who'][number]
  ? Actor | null
  : Actor

type Operation<Name extends CallName> = (
  ctx: Context,
  actor: ActorOf<Name>,
  input: Input<Name>,
) => Promise<Output<Name> | Answer<Output<Name>>>

/** The whole table: a call of the contract without an operation does not compile. */
export type Operations = { readonly [Name in CallName]: Operation<Name> }
