import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadReport } from './load.ts'

const program = fileURLToPath(new URL('load.ts', import.meta.url))

/** Runs one load in a process of its own and reports what it saw. */
export function drive(order: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const child = fork(program, { serialization: 'advanced' })
    let report: LoadReport | null = null
    child.on('message', (message) => {
      report = message as LoadReport
      child.disconnect()
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (report) resolve(report)
      else reject(new Error(`The load generator ended with code ${code}.`))
    })
    child.send(order)
  })
}

/** The fixed part of a request: everything that is the same for all requests of one client. */
export function head(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: '127.0.0.1', 'X-Client-Type': 'api', ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
}

/** The rest of a request with a body. */
export function tail(body: unknown, headers: Record<string, string> = {}): string {
  const json = JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${lines.join('')}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
