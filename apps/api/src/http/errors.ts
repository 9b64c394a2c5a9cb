import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { NoAnswer } from '@shirogane/ledger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type DiskWatch, isDiskFull } from '../db/resources.ts'
import { StandsStill } from '../db/standstill.ts'
import type { Log } from '../log.ts'
import { applyCookies } from './wire/cookies.ts'
import { neverKept } from './wire/headers.ts'
import { Problem, renderProblem } from './problem.ts'
import { takenProblem } from './wire/taken.ts'

/** What the HTTP library and the database say, in the words of the catalogue. */
function translated(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('UNSUPPORTED_MEDIA_TYPE')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('BODY_TOO_LARGE')
  // No name is so long, so it names nothing; where a built web app serves the rest of the addresses it is one of those.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new Problem('NOT_FOUND')
  if (statusCode >= 400 && statusCode < 500)
    return new Problem('MALFORMED_REQUEST', { reason: code || message })
  if (isDiskFull(error) || ['ENOSPC', 'EDQUOT'].includes(code))
    return new Problem('DISK_FULL', { retryAfterSeconds: 10, reason: code })
  if (error instanceof StandsStill || error instanceof NoAnswer)
    return new Problem('OVERLOADED', { retryAfterSeconds: 5, reason: error.name })
  if (isDatabaseAway(code, message))
    return new Problem('OVERLOADED', { retryAfterSeconds: 2, reason: code || message })
  return takenProblem(error)
}

/** The database is starting, stopping, out of room or cannot be reached: to try again in a moment is the right thing to do. */
function isDatabaseAway(code: string, message: string): boolean {
  return (
    /^(08|53|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', '55P03', '57014'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not currently accepting connections/.test(
      message,
    )
  )
}

export function answerProblem(
  config: Config,
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const problem = translated(error) ?? new Problem('INTERNAL_ERROR')
  const { status, headers, cookies, body } = renderProblem(problem, request.id)
  request.refusal = problem.code
  if (problem.code === 'INTERNAL_ERROR') {
    log.error({ event: 'failure', request_id: request.id, err: error })
  } else if (problem.detail.reason) {
    log.debug({ event: 'refusal', request_id: request.id, code: problem.code, reason: problem.detail.reason })
  }
  applyCookies(config, request, reply, cookies)
  return reply
    .code(status)
    .headers(neverKept)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(body)
}

const unreadable: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEAD_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** The whole answer to what never became a request, as it goes over the wire. */
export function unreadableAnswer(
  { code = '' }: { code?: string },
  requestId: string,
  always: Readonly<Record<string, string>>,
): string {
  const { status, body } = renderProblem(new Problem(unreadable[code] ?? 'MALFORMED_REQUEST'), requestId)
  const text = JSON.stringify(body)
  const headers = {
    ...always,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}

export function handleErrors(app: FastifyInstance, config: Config, log: Log, disk: DiskWatch): void {
  app.setErrorHandler((error, request, reply) => {
    disk.note(error)
    return answerProblem(config, log, request, reply, error)
  })
}
