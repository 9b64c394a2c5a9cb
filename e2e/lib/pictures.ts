import { join } from 'node:path'
import type { Page, PageScreenshotOptions } from '@playwright/test'

const folder = process.env['PICTURES']

/** Whether a person wants to see the screens of this run. */
export const arePicturesWanted = folder !== undefined

/** A picture of the screen for a person to look at, where PICTURES names a folder for them. */
export async function takePicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', ...options })
}
