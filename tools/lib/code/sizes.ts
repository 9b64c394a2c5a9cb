import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectFiles, readSource } from './sources.ts'
import { distFolder } from './web-build.ts'

interface Chunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

export interface SizeRow {
  what: string
  measured: number
  floor: number
  goal: number
}

export interface Sizes {
  rows: SizeRow[]
  /** Customer chunks that hold words of the staff's pages; there must be none. */
  adminLeaks: string[]
}

/** The figures of the first screens in kB of gzip, from the manifest and the page of the built app. */
export function measureSizes(): Sizes {
  const manifest = JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const named = filesOfPage()
  // Home may have a chunk of its own, or stand in the one that every page begins with.
  const home = closure(manifest, [
    ...keysOf(manifest, ({ file }) => named.includes(file)),
    ...keysOf(manifest, isScreenOf('home')),
  ])
  const homeScripts = unique([...named.filter((file) => file.endsWith('.js')), ...scripts(manifest, home)])
  const beyondHome = (feature: string): number => {
    const found = keysOf(manifest, isScreenOf(feature))
    if (found.length === 0) throw new Error(`The built app has no screen of ${feature}: was it renamed?`)
    return kilobytes(
      scripts(manifest, closure(manifest, found)).filter((file) => !homeScripts.includes(file)),
    )
  }
  return {
    rows: [
      { what: 'JavaScript before home', measured: kilobytes(homeScripts), floor: 135, goal: 112 },
      { what: 'more JavaScript for the pay code', measured: beyondHome('qr'), floor: 12, goal: 8 },
      { what: 'more JavaScript for a form screen', measured: beyondHome('auth'), floor: 30, goal: 20 },
      {
        what: 'CSS and fonts before home',
        measured: kilobytes(
          unique([...named.filter((file) => /\.(css|woff2)$/.test(file)), ...styles(manifest, home)]),
        ),
        floor: 70,
        goal: 45,
      },
    ],
    adminLeaks: adminLeaks(manifest),
  }
}

/** What the page itself asks for, before any script has run. */
function filesOfPage(): string[] {
  const whole = readFileSync(join(distFolder, 'index.html'), 'utf8')
  const page = whole.replaceAll(/<template.*?<\/template>/gs, '')
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
}

function keysOf(manifest: Manifest, wanted: (chunk: Chunk) => boolean): string[] {
  return Object.keys(manifest).filter((key) => {
    const chunk = manifest[key]
    return chunk !== undefined && wanted(chunk)
  })
}

/** Whether a chunk begins with one of the screens of this feature. */
function isScreenOf(feature: string): (chunk: Chunk) => boolean {
  const pattern = new RegExp(`/customer/${feature}/[^/]+Screen\\.tsx$`)
  return ({ src = '' }) => pattern.test(`/${src}`)
}

/** Everything that must be there before these chunks can run; what they load later does not count. */
function closure(manifest: Manifest, keys: string[]): Set<string> {
  const reached = new Set<string>()
  const visit = (key: string): void => {
    if (reached.has(key)) return
    reached.add(key)
    manifest[key]?.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return reached
}

function scripts(manifest: Manifest, keys: Set<string>): string[] {
  return unique([...keys].flatMap((key) => manifest[key]?.file ?? [])).filter((file) => file.endsWith('.js'))
}

/** The styles and the fonts that they name; pictures are fetched beside the first paint, not before it. */
function styles(manifest: Manifest, keys: Set<string>): string[] {
  const sheets = unique([...keys].flatMap((key) => manifest[key]?.css ?? []))
  const fonts = sheets.flatMap((sheet) =>
    [...readFileSync(join(distFolder, sheet), 'utf8').matchAll(/url\(["']?([^"')]+\.woff2)/g)].map(
      ([, path = '']) => path.replace(/^\//, ''),
    ),
  )
  return unique([...sheets, ...fonts])
}

function unique(files: string[]): string[] {
  return [...new Set(files)]
}

function kilobytes(files: string[]): number {
  const bytes = files.reduce((sum, file) => sum + weight(join(distFolder, file)), 0)
  return Math.round(bytes / 100) / 10
}

function weight(path: string): number {
  if (path.endsWith('.woff2')) return readFileSync(path).length
  // What the server sends is what counts, and it sends the file that the build compressed.
  return existsSync(`${path}.gz`)
    ? readFileSync(`${path}.gz`).length
    : gzipSync(readFileSync(path), { level: 9 }).length
}

/** Looks for the staff's own words in everything that a customer's screen can load. */
function adminLeaks(manifest: Manifest): string[] {
  const isAdmin = (key: string): boolean => /src\/staff\//.test(manifest[key]?.src ?? '')
  const named = filesOfPage()
  const customer = closure(
    manifest,
    keysOf(manifest, (chunk) => chunk.isDynamicEntry === true || named.includes(chunk.file)).filter(
      (key) => !isAdmin(key),
    ),
  )
  const words = adminWords()
  return scripts(manifest, customer).filter((file) => {
    const code = readFileSync(join(distFolder, file), 'utf8')
    return words.some((word) => code.includes(word))
  })
}

function adminWords(): string[] {
  const sources = projectFiles().filter(
    (file) => /^(?:apps\/web|packages)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
  )
  const elsewhere = sources
    .filter((file) => !file.startsWith('apps/web/src/staff/'))
    .map(readSource)
    .join('\n')
  const own = sources.filter((file) => /^apps\/web\/src\/staff\/.*text\.ts$/.test(file)).map(readSource)
  const sentences = own.flatMap((text) => [
    ...text.matchAll(/'([^'\n]*[\u3040-\u30ff\u4e00-\u9fff][^'\n]*)'/g),
  ])
  return sentences
    .map(([, sentence = '']) => sentence)
    .filter((text) => text.length >= 6 && !elsewhere.includes(text))
}
