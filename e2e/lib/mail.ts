import { expect } from '@playwright/test'
import type { ReceivedMail } from '@shirogane/testkit/servers/mail-server'
import type { Shop } from './shop.ts'

/** The newest mail with this subject that has arrived at an address. */
export async function mailTo(shop: Shop, address: string, subject: string): Promise<ReceivedMail> {
  const findMail = () =>
    shop.mailServer.mails.findLast(
      ({ to, headers }) => to.includes(address) && headers['subject'] === `【ツキシロ】${subject}`,
    )
  await expect.poll(findMail, `a mail has come to ${address}: ${subject}`).toBeDefined()
  return findMail()!
}

export async function codeByMail(shop: Shop, address: string, subject: string): Promise<string> {
  const { text } = await mailTo(shop, address, subject)
  return /^確認番号：(\d{6})$/m.exec(text)?.[1] ?? ''
}
