import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/**
 * What a customer's phone keeps: the page, and every file that it can lead to without passing through the staff's area.
 * A folder decides, not a name, so that a new staff screen never ends up on customers' phones.
 */
function shellOf(bundle: Rolldown.OutputBundle): string[] {
  const kept = new Set<string>()
  const isFirst = (id: string) => id.endsWith('/src/main.tsx')
  const waiting = Object.values(bundle).filter(
    (file) => file.type === 'chunk' && file.moduleIds.some(isFirst),
  )
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file.type !== 'chunk' || kept.has(file.fileName)) continue
    if (file.moduleIds.some((id) => id.includes('/src/staff/'))) continue
    kept.add(file.fileName)
    for (const asset of [
      ...(file.viteMetadata?.importedCss ?? []),
      ...(file.viteMetadata?.importedAssets ?? []),
    ])
      kept.add(asset)
    for (const name of [...file.imports, ...file.dynamicImports]) {
      const next = bundle[name]
      if (next !== undefined) waiting.push(next)
    }
  }
  // Fonts and textures are named by style sheets, the early script by the page.
  for (const name of Object.keys(bundle)) if (/\.(woff2|webp|svg)$|\/early-/.test(name)) kept.add(name)
  return [...kept].sort()
}

/** Bundles the worker, which is one file of its own and shares none with the app. */
async function bundleWorker(source: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in result ? result.output : []
  if (chunk === undefined) throw new Error(`${source} could not be bundled`)
  return chunk.code
}

const digest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

/**
 * Emits the worker with the list of what it keeps. The name of a file changes with its content, and with that of any file that it
 * leads to, the staff's included; the two that are always called the same have a revision.
 */
export function serviceWorker(source: string): Plugin {
  let publicFolder = ''
  return {
    name: 'shirogane:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicFolder = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The page is not among what is built')
        const manifest = '/manifest.webmanifest'
        const files = [
          { url: '/', revision: digest(page.source) },
          ...shellOf(bundle).map((name) => ({ url: `/${name}`, revision: null })),
          { url: manifest, revision: digest(await readFile(join(publicFolder, manifest))) },
        ]
        const head = `const FILES=${JSON.stringify(files)};\n`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + (await bundleWorker(source)) })
      },
    },
  }
}
