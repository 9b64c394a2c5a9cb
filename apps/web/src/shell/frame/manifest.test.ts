import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from './routes.tsx'

const file = `${import.meta.dirname}/../../../public/manifest.webmanifest`
const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
  orientation?: string
  start_url: string
  shortcuts: { url: string }[]
}

test('the installed app turns with its device: a tablet at the register lies on its side (WCAG 1.3.4)', () => {
  expect(manifest.orientation).toBeUndefined()
})

test('it opens, and its shortcuts lead to, pages that there are', () => {
  const pages = routes.map(({ path }) => path as string)
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)])
    expect(pages).toContain(url)
})
