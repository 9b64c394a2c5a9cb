/** Every name that the server reads. `.env.example` and `docs/configuration.md` are written from it. */
export const names = {
  NODE_ENV:
    '`production` turns the demo off and the strict checks on; anything else but `development` and `test` is refused.',
  PORT: 'The port that everything is served on (3000).',
  HOST: 'The address to listen on (127.0.0.1 in the demo, 0.0.0.0 in production).',
  PUBLIC_URL:
    'Where the service is reached from outside; https in production. Under https no other name is answered, so a proxy hands on the Host it was asked for.',
  DATA_DIR:
    'Where the embedded database, uploaded pictures, generated secrets and the notes for a restore live (./.data). Several processes share one.',
  DATABASE_URL:
    'An outside PostgreSQL 15 or newer, instead of the embedded one. Its user is the service’s own and owns nothing; production refuses an owner.',
  DATABASE_OWNER_URL:
    'The same database as its owner, for migrations and `npm run brand:open` alone; with it they make the user of DATABASE_URL. Without it `npm start` expects a database of this version; outside production an owner in DATABASE_URL will do.',
  DATABASE_POOL:
    'Connections of one process to the database (16), beside one for payments, one for what is told of them, two that listen and one that looks whether the database answers.',
  DATABASE_PATIENCE:
    'Seconds without an answer of the database after which the outcome of a payment counts as unknown and its connection is given up (4).',
  DEMO: 'The demo brand and cast; on unless NODE_ENV is production.',
  DEMO_PASSWORD: 'The password of the whole demo cast; one is made and printed without it.',
  STORE_URL: 'The online store that the app links to.',
  STORE_CLIENT_KEY:
    'The public key that the store signs with (Ed25519 or P-256, SPKI in base64); without it no store can redeem a hand-off.',
  SMTP_URL:
    'The mail server, such as smtps://user:password@mail.example.jp; production refuses one elsewhere that does not encrypt. The demo shows mails at /demo without it.',
  MAIL_FROM: 'The sender of mails, such as Shirogane <no-reply@example.jp>. Needed with SMTP_URL.',
  SMS_URL: "The carrier's API, or a relay that speaks the same (https://api.twilio.com).",
  SMS_ACCOUNT: 'The account at the carrier; the demo shows SMS at /demo without it.',
  SMS_TOKEN: 'The secret of that account.',
  SMS_FROM: 'The number or name that the carrier sends from.',
  VAPID_PRIVATE_KEY:
    'The key that push services know us by: 32 random bytes as base64url. Without it nothing is pushed; the demo makes one. A new one ends every subscription.',
  VAPID_SUBJECT:
    'Whom push services write to, such as mailto:admin@example.jp (PUBLIC_URL when that is https).',
  VAPID_SERVICES:
    "Origins of further push services, with commas between them, besides those of the browsers' makers.",
  PAYJP_SECRET_KEY:
    'The secret key of PAY.JP (sk_live_…); without it the demo takes test cards of its own sandbox, and production none.',
  PAYJP_PUBLIC_KEY: 'The public key that belongs to it (pk_live_…).',
  PAYJP_WEBHOOK_TOKEN:
    'What PAY.JP puts on its messages to /v1/gateway/webhook (whook_…): its page of webhooks shows it.',
  PAYJP_URL: "PAY.JP's API, or one that speaks the same (https://api.pay.jp).",
  CARD_PORT: 'The second port, for the card form alone (the one after PORT).',
  CARD_URL:
    'Where that port is reached from outside, under another host name than PUBLIC_URL; needed with PAYJP_SECRET_KEY in production.',
  SECRET_KEY:
    'At least 32 random bytes as hex or base64; all keys come from it. Needed in production; docs/operating.md says how it is changed.',
  SECRET_KEY_PREVIOUS:
    'Others that count and make nothing, with commas between them: those before SECRET_KEY, or the one that comes next. `npm run keys` says when they may go.',
  SESSION_KEY:
    'At least 32 other random bytes, for the keys of sessions alone: these can be changed (docs/operating.md). Without it they come from SECRET_KEY.',
  SESSION_KEY_PREVIOUS:
    'A second one that counts and makes nothing: the one before SESSION_KEY, or the one that comes next. Without it SECRET_KEY is the one before.',
  METRICS_TOKEN:
    'Lets a caller read /metrics as a bearer. Without it only this machine may, and in production nobody.',
  SOCKET_ADAPTER:
    '`postgres` lets several processes reach each other’s sockets, `memory` is for one alone (postgres in production, memory in the demo).',
  TRUST_PROXY:
    'How many proxies stand in front (0). Behind one this must be said, or all callers count as one.',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent (info).',
  CHECK_ANSWERS: 'Compare every answer with the contract (on unless production).',
  RATE_LIMITS: '`off` for measuring; refused in production.',
  WEB_DIR: 'The built web app (apps/web/dist).',
} as const

export type Name = keyof typeof names

/** Prefixes under which a name that we do not read is surely a slip of the pen and not another program's. */
const ownPrefixes = [
  'SHIROGANE_',
  'SECRET_',
  // Desktops have a SESSION_MANAGER.
  'SESSION_KEY',
  'DEMO_',
  'METRICS_',
  'SOCKET_',
  'DATABASE_',
  'SMTP_',
  'MAIL_',
  'SMS_',
  'STORE_',
  'VAPID_',
  'PAYJP_',
  'CARD_',
]

/** Whether a variable of that name was surely meant for us, and we do not know it. */
export const isSlip = (name: string): boolean =>
  !Object.hasOwn(names, name) && ownPrefixes.some((prefix) => name.startsWith(prefix))
