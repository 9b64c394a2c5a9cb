import { expect, type Locator, type Page } from '@playwright/test'

/** The text of an element on one line, as a person reads it. */
export async function readText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim()
}

/** The number of the transaction that a page names. */
export async function readNumber(page: Page): Promise<string> {
  const [number = ''] = /\d{8}-KNZ1-\d{4,}/.exec(await readText(page.locator('main'))) ?? []
  expect(number, 'the number of the transaction').not.toBe('')
  return number
}
