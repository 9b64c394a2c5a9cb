import { createECDH } from 'node:crypto'
import type { Config } from './shape.ts'
import { isBare, type Environment } from './environment.ts'
import { keptVapidKey } from './secrets.ts'

// The outside services that the server speaks to: each is null where it is not configured.

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

export function readMail({ read, url, production, wrong }: Environment): Config['mail'] {
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read('MAIL_FROM')
  if (from !== undefined && !/^(?:[^<>\r\n"]{1,60} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) {
    wrong.push('MAIL_FROM must be an address, or a name and an address in angle brackets.')
  }
  if (!smtpUrl) return null
  if (!from) {
    wrong.push('MAIL_FROM is missing: mails need a sender.')
    return null
  }
  return { url: smtpUrl, from, needsTls: production && !isLoopback(smtpUrl.hostname) }
}

export function readSms({ read, webUrl, wrong }: Environment): Config['sms'] {
  const url = webUrl('SMS_URL') ?? new URL('https://api.twilio.com')
  const [account, token, from] = [read('SMS_ACCOUNT'), read('SMS_TOKEN'), read('SMS_FROM')]
  if (account !== undefined && token !== undefined && from !== undefined) return { url, account, token, from }
  if ((account ?? token ?? from) !== undefined) {
    wrong.push('SMS_ACCOUNT, SMS_TOKEN and SMS_FROM belong together: one of them is missing.')
  }
  return null
}

export function readPush(
  { read, production, wrong }: Environment,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: URL | null },
): Config['push'] {
  const privateKey = read('VAPID_PRIVATE_KEY') ?? (production ? undefined : keptVapidKey(dataDir))
  const subject = read('VAPID_SUBJECT')
  if (subject !== undefined && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) {
    wrong.push('VAPID_SUBJECT must begin with mailto: or https://.')
  }
  const services = (read('VAPID_SERVICES')?.split(',') ?? []).map((text) => text.trim()).filter(Boolean)
  for (const origin of services) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
    if (!isOrigin || !(production ? /^https:/ : /^https?:/).test(origin))
      wrong.push(`VAPID_SERVICES must name origins such as https://push.example.jp, and has "${origin}".`)
  }
  if (privateKey === undefined) return null
  const brand = publicUrl?.protocol === 'https:' ? publicUrl.origin : undefined
  try {
    const bytes = Buffer.from(privateKey, 'base64url')
    if (bytes.length !== 32) throw new RangeError('length')
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return {
      publicKey: pair.getPublicKey('base64url'),
      privateKey: bytes.toString('base64url'),
      subject: subject ?? brand ?? 'mailto:shirogane@example.com',
      services,
    }
  } catch {
    wrong.push(
      'VAPID_PRIVATE_KEY must be 32 random bytes as base64url: `openssl rand -base64 32 | tr +/ -_`.',
    )
    return null
  }
}

/** Without an account the demo has its own sandbox, and production takes none. */
export function readCards(
  environment: Environment,
  { port, publicUrl }: { port: number; publicUrl: URL | null },
): Config['cards'] {
  const { read, whole, production, wrong, webUrl } = environment
  const payjp = readPayjp(environment)
  const url = webUrl('CARD_URL')
  if (production && payjp && !read('CARD_URL'))
    wrong.push('CARD_URL is missing: the card form needs an address of its own.')
  if (url && !isBare(url)) wrong.push('CARD_URL must be an address without a path.')
  // Cookies take no notice of ports, so under the same name they would reach both.
  const isSame = (part: 'origin' | 'hostname'): boolean => url?.[part] === publicUrl?.[part]
  if (url && publicUrl && isSame(production ? 'hostname' : 'origin'))
    wrong.push('CARD_URL must be another address than PUBLIC_URL: cards are typed in apart from the app.')
  if (!payjp && production) return null
  return {
    payjp,
    port: whole('CARD_PORT', port === 0 ? 0 : (port % 65_535) + 1, 0, 65_535),
    mayMove: !production && !read('CARD_PORT'),
    url,
  }
}

function readPayjp({ read, webUrl, production, wrong }: Environment): NonNullable<Config['cards']>['payjp'] {
  const url = webUrl('PAYJP_URL') ?? new URL('https://api.pay.jp')
  const [secretKey, publicKey] = [read('PAYJP_SECRET_KEY'), read('PAYJP_PUBLIC_KEY')]
  const webhookToken = read('PAYJP_WEBHOOK_TOKEN')
  if ((secretKey ?? publicKey ?? webhookToken) === undefined) return null
  if (secretKey === undefined || publicKey === undefined || webhookToken === undefined) {
    wrong.push(
      'PAYJP_SECRET_KEY, PAYJP_PUBLIC_KEY and PAYJP_WEBHOOK_TOKEN belong together: one of them is missing.',
    )
    return null
  }
  if (!/^sk_(live|test)_\w+$/.test(secretKey))
    wrong.push('PAYJP_SECRET_KEY must begin with sk_live_ or sk_test_.')
  if (!/^pk_(live|test)_\w+$/.test(publicKey))
    wrong.push('PAYJP_PUBLIC_KEY must begin with pk_live_ or pk_test_.')
  if (secretKey.slice(2, 8) !== publicKey.slice(2, 8))
    wrong.push('PAYJP_SECRET_KEY and PAYJP_PUBLIC_KEY must be a pair: one is for tests and the other is not.')
  if (production && secretKey.startsWith('sk_test_'))
    wrong.push('PAYJP_SECRET_KEY is a key for tests: balance bought with it would be paid by nobody.')
  return { url, secretKey, publicKey, webhookToken }
}
