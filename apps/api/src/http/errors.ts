import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { DiskWatch } from '../db/resources.ts'
import type { Log } from '../log.ts'
import { applyCookies } from './cookies.ts'
import { neverKept } from './headers.ts'
import { Problem, render } from './problem.ts'

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
  if (isDatabaseAway(code, message))
    return new Problem('OVERLOADED', { retryAfterSeconds: 2, reason: code || message })
  return null
}

/** The database is starting, stopping, full or cannot be reached: to try again in a moment is the right thing to do. */
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
  const { status, headers, cookies, body } = render(problem, request.id)
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

export function handleErrors(app: FastifyInstance, config: Config, log: Log, disk: DiskWatch): void {
  app.setErrorHandler((error, request, reply) => {
    disk.note(error)
    return answerProblem(config, log, request, reply, error)
  })
}
