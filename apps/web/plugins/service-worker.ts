import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'
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

/** Compiles the worker and gives it the list of files and a version made from their contents. */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'shirogane:service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const names = shellOf(bundle)
        const version = createHash('sha256')
        for (const name of Object.keys(bundle).sort()) {
          const file = bundle[name]
          version.update(name).update(file?.type === 'chunk' ? file.code : (file?.source ?? ''))
        }
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false })
        const files = ['/', ...names.map((name) => `/${name}`), '/manifest.webmanifest']
        const head = `const VERSION=${JSON.stringify(version.digest('hex').slice(0, 16))};const FILES=${JSON.stringify(files)};\n`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + code })
      },
    },
  }
}
