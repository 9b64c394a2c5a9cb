// Draws the app's icons from the mark with Chromium and writes them to public/icons: node scripts/make-icons.ts
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const mark = fileURLToPath(new URL('../../../packages/ui/src/assets/mark.svg', import.meta.url))
const folder = fileURLToPath(new URL('../public/icons/', import.meta.url))

/** `inset` is the share of the side left free around the mark; a maskable icon keeps it within the safe zone of 80 %. */
const icons = [
  { file: 'icon-192.png', side: 192, inset: 0, ground: 'transparent' },
  { file: 'icon-512.png', side: 512, inset: 0, ground: 'transparent' },
  { file: 'maskable-512.png', side: 512, inset: 0.14, ground: '#1A1E22' },
  { file: 'apple-touch-icon.png', side: 180, inset: 0.06, ground: '#1A1E22' },
]

const svg = await readFile(mark, 'utf8')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const { file, side, inset, ground } of icons) {
    const page = await browser.newPage({ viewport: { width: side, height: side }, deviceScaleFactor: 1 })
    const place = Math.round(side * inset)
    await page.setContent(
      `<style>*{margin:0}body{background:${ground}}svg{position:absolute;inset:${place}px;width:${side - 2 * place}px;height:${side - 2 * place}px}</style>${svg}`,
    )
    await writeFile(folder + file, await page.screenshot({ omitBackground: ground === 'transparent' }))
    await page.close()
  }
} finally {
  await browser.close()
}
await copyFile(mark, `${folder}mark.svg`)
