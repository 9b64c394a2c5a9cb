// npm run e2e: journeys in a real browser against the real server, run by Playwright.
//   [word…]          only those whose folder, file or title has one of the words
//   --headed …       options of Playwright, those with a value as --workers=3, --project=chromium or --trace=on
//   PICTURES=folder  in the environment: pictures of many screens into this folder
import { join } from 'node:path'
import { root } from './lib/environment.ts'

const asked = process.argv.slice(2)
const options = asked.filter((word) => word.startsWith('-'))
const words = asked.filter((word) => !word.startsWith('-'))
const chosen = words.length > 0 ? [`--grep=${words.join('|')}`] : []
// Node reads TypeScript by itself: a second reader would take ten seconds on a fresh clone.
process.env['PW_DISABLE_TS_ESM'] = '1'
process.argv.splice(2, asked.length, 'test', `--config=${join(root, 'e2e')}`, ...options, ...chosen)
await import(import.meta.resolve('@playwright/test/cli'))
