import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { listOutbox, type OutboxMessage } from '../features/messages/index.ts'
import { members, staff } from '../seed/cast.ts'
import { neverKept } from './wire/headers.ts'
import { roleLabels } from '@shirogane/contract/terms/role-words'
import { text } from './demo-text.ts'
import { serviceName } from '../lib/service-text.ts'

const shownMax = 50

/**
 * The demo's front desk: who can log in, and what every SMS and mail said. The routes exist only while the demo is on;
 * a production start refuses both the demo and its data.
 */
export function serveDemo(app: FastifyInstance, ctx: Context): void {
  if (!ctx.config.demo) return

  app.get('/demo/outbox', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const items = await listOutbox(ctx, typeof to === 'string' && to ? to : null, shownMax)
    return reply.headers(neverKept).send({ items })
  })

  app.get('/demo/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(style),
  )

  app.get('/demo', async (request, reply) => {
    const messages = await listOutbox(ctx, null, shownMax)
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('X-Robots-Tag', 'noindex')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page(request.host, messages))
  })
}

function page(host: string, messages: readonly OutboxMessage[]): string {
  // Two names for one machine are two sessions, so that customer and register can be open side by side.
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  const other = host.startsWith('localhost') ? `127.0.0.1${port}` : `localhost${port}`
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title} | ${serviceName}</title>
<link rel="stylesheet" href="/demo/style.css">
</head>
<body>
<main>
<h1>${text.title}</h1>
<p>${text.allInvented}</p>
<p class="doors"><a href="http://${escape(host)}/" target="_blank" rel="noopener">${text.openApp}</a>
<a href="http://${escape(other)}/admin/register" target="_blank" rel="noopener">${text.openRegister}</a></p>
<h2>${text.sent}</h2>
<p>${text.notReallySent} <a href="/demo">${text.refresh}</a></p>
${messages.length === 0 ? `<p class="empty">${text.nothingSent}</p>` : `<ol>${messages.map(letter).join('')}</ol>`}
<h2>${text.people}</h2>
<table>
<thead><tr><th scope="col">${text.login}</th><th scope="col">${text.name}</th><th scope="col">${text.note}</th></tr></thead>
<tbody>
${members.map((one) => row(one.username, `${one.last_name} ${one.first_name}`, one.note)).join('\n')}
${staff.map((one) => row(one.number, one.name, staffNote(one))).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

function letter(message: OutboxMessage): string {
  const at = new Date(message.created_at)
  const time = at.toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
  return `<li><p class="head"><b>${message.channel === 'sms' ? 'SMS' : text.mail}</b> ${escape(message.to)} <time datetime="${message.created_at}">${time}</time></p>
${message.subject === null ? '' : `<p class="subject">${escape(message.subject)}</p>`}<pre>${escape(message.text)}</pre></li>`
}

const row = (login: string, name: string, note: string): string =>
  `<tr><td><code>${escape(login)}</code></td><td>${escape(name)}</td><td>${escape(note)}</td></tr>`

const staffNote = ({ type, store }: (typeof staff)[number]): string =>
  [roleLabels[type], store].filter(Boolean).join(' ')

function escape(written: string): string {
  return written.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.7 system-ui, 'Hiragino Sans', 'Noto Sans JP', sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 750px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 24px; line-height: 1.4; }
h2 { font-size: 17px; margin: 40px 0 8px; }
.doors a { display: inline-block; min-height: 44px; line-height: 44px; padding: 0 16px; margin: 0 8px 8px 0; border: 1px solid; border-radius: 12px; text-decoration: none; color: inherit; }
ol { list-style: none; padding: 0; margin: 0; }
li { border-top: 1px solid GrayText; padding: 12px 0; }
.head { margin: 0; }
time { color: GrayText; margin-left: 8px; }
.subject { margin: 4px 0 0; font-weight: 600; }
pre { margin: 6px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 8px 8px 8px 0; border-bottom: 1px solid GrayText; vertical-align: top; }
`
