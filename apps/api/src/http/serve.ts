import { hash } from 'node:crypto'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import type { Caller } from '@shirogane/contract/wire/rights'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import { limits } from '@shirogane/contract/rules/limits'
import { endpoints } from '@shirogane/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import type { Actor, Context } from '../context.ts'
import { inPlace } from '../images/redraw.ts'
import { isActOfStaff } from './acts-of-staff.ts'
import { bodyHoldsCardNumber } from './wire/card-numbers.ts'
import { clientOf } from './wire/client.ts'
import { applyCookies } from './wire/cookies.ts'
import { fieldSentences } from './wire/fields.ts'
import { Answer, type Client, type Input, type Operations, type UploadedFile } from './operation.ts'
import { checkOrigin } from './wire/origin.ts'
import { Problem } from './problem.ts'
import { acceptUploads, countUpload, readUpload } from './wire/uploads.ts'
import { text } from './wire/text.ts'

const keyForm = new RegExp(`^[\\x21-\\x7e]{${limits.idempotencyKeyMin},${limits.idempotencyKeyMax}}$`)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, for the log line; set by the guard. */
    actor: Actor | null
    /** The refusal that was answered, for the log line. */
    refusal: string | null
  }
}

/** The types of one call meet only in the table of operations; from here on all calls are alike. */
type AnyOperation = (ctx: Context, actor: Actor | null, input: Input<CallName>) => Promise<unknown>

/** Turns every call of the contract into a route. There is no other way for a route under /v1 to come about. */
export function serve(app: FastifyInstance, ctx: Context, operations: Operations): void {
  const methodsOf = new Map<string, Set<string>>()
  const uploads: RouteOptions[] = []
  for (const name of Object.keys(endpoints) as CallName[]) {
    const { method, path } = callOf(name)
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    methodsOf.set(url, (methodsOf.get(url) ?? new Set()).add(method))
    const handle = handler(ctx, endpoints[name], path, operations[name] as unknown as AnyOperation)
    if ((endpoints[name] as Endpoint).file) uploads.push({ method, url, handler: handle })
    else app.route({ method, url, handler: handle })
  }
  acceptUploads(app, uploads)
  for (const [url, known] of methodsOf) {
    const allowed = [...known].join(', ')
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      handler: (_request, reply) => {
        reply.header('Allow', allowed)
        throw new Problem('METHOD_NOT_ALLOWED')
      },
    })
  }
}

function handler(ctx: Context, endpoint: Endpoint, path: string, operation: AnyOperation) {
  const { method } = callOf(endpoint.name)
  const isOpen = endpoint.who.includes('anonymous')
  const isAct = isActOfStaff(endpoint.name)
  // A payment's own facts look at its session (`ledger.read_sales`), and there are too many to look twice.
  const readsAnew = method !== 'GET' && !isOpen && endpoint.name !== 'transactions.pay'

  const recall = ({ bearer, registerCookie }: Client): Actor | null =>
    bearer && !readsAnew ? ctx.sessions.recallActor(bearer, registerCookie) : null
  async function findOut({ bearer, registerCookie }: Client): Promise<Actor | null> {
    if (readsAnew) return ctx.sessions.getActorAnew(bearer, registerCookie)
    return isOpen
      ? ctx.sessions.findActor(bearer, registerCookie)
      : ctx.sessions.getActor(bearer, registerCookie)
  }

  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (method !== 'GET') checkOrigin(ctx.config, request)
    const client = clientOf(ctx.config, request)
    ctx.limits.capAddress(client.ip)

    const actor = recall(client) ?? (await findOut(client))
    if (actor) {
      request.actor = actor
      ctx.limits.capSession(actor.session_id)
    }
    const { file } = endpoint
    if (actor && file) await countUpload(ctx, actor, file)
    if (actor) guard(endpoint.who, actor)
    if (actor && isAct) await ctx.sessions.stayAwake(actor)

    const { idempotent } = endpoint
    // Before anything of it is read: without a key a lost answer could not be told from an act that never was.
    const idempotencyKey = idempotent ? keyOf(request) : null
    if (idempotent === true && idempotencyKey === null) throw new Problem('IDEMPOTENCY_KEY_REQUIRED')
    const { params, query, body } = parse(endpoint, request)
    if (typeof idempotent === 'function' && idempotencyKey === null && idempotent(body as never))
      throw new Problem('IDEMPOTENCY_KEY_REQUIRED')
    const inputWith = (upload: UploadedFile | undefined) =>
      ({
        params,
        query,
        body,
        file: upload,
        signed: endpoint.signed
          ? { bytes: request.bytes ?? Buffer.alloc(0), headers: request.headers }
          : undefined,
        idempotencyKey,
        requestHash: endpoint.idempotent ? hashOf(method, path, params, body) : noHash,
        requestId: request.id,
        client,
      }) as Input<CallName>
    // Who has too much in hand is told so before their file is read.
    const result = await (file
      ? inPlace(actor?.user_id ?? client.ip, async () =>
          operation(ctx, actor, inputWith(await readUpload(request, file))),
        )
      : operation(ctx, actor, inputWith(undefined)))

    const { output, cookies, headers, status } = result instanceof Answer ? result : new Answer(result)
    if (ctx.config.checkAnswers) checkAnswer(endpoint, output)
    applyCookies(ctx.config, request, reply, cookies)
    reply.code(status ?? endpoint.status)
    if (endpoint.media) return sendFile(reply, endpoint.media, output as Uint8Array, headers)
    reply.headers(headers)
    return endpoint.status === 204 || endpoint.status === 303 ? reply.send() : reply.send(output)
  }
}

/** Deny by default: a caller who is not named is refused before the input is read. */
function guard(who: readonly Caller[], actor: Actor): void {
  if (who.includes(actor.role)) return
  // A customer who has yet to enter the code from the SMS may later do what a customer may: the screen leads there.
  throw new Problem(actor.role === 'unverified' && who.includes('customer') ? 'NOT_VERIFIED' : 'FORBIDDEN')
}

/** No input of ours is half as deep. What reads one goes down into it, and the stack is not for the sender to use up. */
const levelsMax = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

function parse(endpoint: Endpoint, request: FastifyRequest) {
  const fields: Record<string, string> = {}
  function part(schema: z.core.$ZodType | undefined, value: unknown): unknown {
    if (!schema) return undefined
    const result = z.safeParse(schema, value)
    if (result.success) return result.data
    Object.assign(fields, fieldSentences(result.error.issues, value))
    return undefined
  }
  const params = part(endpoint.params, request.params)
  // An id that is no id names nothing: that is "not there", not a form to correct.
  if (Object.keys(fields).length > 0) throw new Problem('NOT_FOUND')
  const query = part(endpoint.query, request.query)
  if (endpoint.body && isDeeper(request.body, levelsMax))
    throw new Problem('VALIDATION_ERROR', { fields: { body: text.wrongForm } })
  const body = endpoint.body
    ? part(endpoint.body, request.body ?? {})
    : endpoint.file
      ? undefined
      : refuseBody(request.body, fields)
  if (Object.keys(fields).length > 0) throw new Problem('VALIDATION_ERROR', { fields })
  if (bodyHoldsCardNumber(body)) throw new Problem('PAN_REFUSED')
  return { params, query, body }
}

function refuseBody(body: unknown, fields: Record<string, string>): undefined {
  if (body === undefined || body === null) return
  const result = z.safeParse(nothing, body)
  if (!result.success) Object.assign(fields, fieldSentences(result.error.issues, body))
}
const nothing = z.strictObject({})

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) throw new Problem('IDEMPOTENCY_KEY_INVALID')
  return key
}

const noHash = new Uint8Array(0)

function hashOf(method: string, path: string, params: unknown, body: unknown): Uint8Array {
  const text = `${method} ${path}\n${ordered(params)}\n${ordered(body)}`
  // By way of text: bytes from there would each come with memory of their own, which costs more than the hash.
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}

/** JSON with the keys of every object in order, so that two writings of one request are equal. */
function ordered(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? ''
}

function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(inOrder)
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) result[key] = inOrder((value as Record<string, unknown>)[key])
  return result
}

/** The answers that are no JSON. Opened as a page it may do nothing, and saved it has no name that tells. */
function sendFile(
  reply: FastifyReply,
  media: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  return reply
    .headers({
      'Content-Type': media,
      'Content-Disposition': 'attachment; filename="image"',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      ...headers,
    })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function checkAnswer(endpoint: Endpoint, output: unknown): void {
  const result = z.safeParse(endpoint.output, output)
  if (result.success) return
  const places = result.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ')
  throw new Error(`The answer of ${endpoint.name} breaks the contract at: ${places}`)
}
