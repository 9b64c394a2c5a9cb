import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patienceMs } from '../patience.ts'

/** Where Debian puts it, and where others do. */
const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(
  (path) => existsSync(path),
)
export const hasNginx = binary !== undefined

export type Nginx = { url: string; close(): Promise<void> }

type Options = {
  /** Whether a body is handed on as it comes, instead of once it is whole. */
  streams: boolean
}

/**
 * A real proxy in front of a server, with connections to it that are used again and again for all clients. It needs no
 * rights and touches nothing outside a folder of its own.
 */
export async function startNginx(upstream: string, options: Options): Promise<Nginx> {
  if (binary === undefined) throw new Error('There is no nginx here')
  // A port that is free may be taken before nginx comes to it.
  for (let tries = 0; tries < 5; tries += 1) {
    const started = await tryNginx(binary, upstream, options)
    if (started) return started
  }
  throw new Error('nginx did not start')
}

async function tryNginx(path: string, upstream: string, options: Options): Promise<Nginx | null> {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-nginx-'))
  const port = await freePort()
  const mark = `/nginx-${randomUUID()}`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration({ folder, port, mark, upstream, ...options }))
  const child = spawn(path, ['-e', `${folder}/error.log`, '-p', folder, '-c', file], { stdio: 'ignore' })
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isGone = true
      resolve()
    })
  })
  const url = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const end = Date.now() + patienceMs
  while (!isGone && Date.now() < end) {
    const answer = await fetch(url + mark).catch(() => null)
    if (answer?.status === 204) return { url, close }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await close()
  return null
}

type Place = Options & { folder: string; port: number; mark: string; upstream: string }

function configuration({ folder, port, mark, upstream, streams }: Place): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `daemon off;
# One process, so that there is no other user to hand over to.
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary}
  client_max_body_size 0;
  upstream api {
    server ${new URL(upstream).host};
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location = ${mark} { return 204; }
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_request_buffering ${streams ? 'off' : 'on'};
      proxy_next_upstream off;
      proxy_read_timeout ${patienceMs / 2}ms;
    }
  }
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
