import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify } from 'vite'
import type { Plugin, Rolldown } from 'vite'

const source = fileURLToPath(new URL('../src/shell/frame/early.js', import.meta.url))

/** The files of one lazily loaded screen, and of what only it needs. */
function filesOf(bundle: Rolldown.OutputBundle, screen: string): string[] {
  const isScreen = (id: string) => id.endsWith(screen)
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some(isScreen))
  if (chunk?.type !== 'chunk') return []
  const isOwn = (name: string) => !/\/(vendor|shell|rolldown-runtime)-/.test(name)
  return [chunk.fileName, ...chunk.imports.filter(isOwn), ...(chunk.viteMetadata?.importedCss ?? [])].map(
    (name) => `/${name}`,
  )
}

function preloadOf(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} href="${file}" crossorigin />`
}

/**
 * Puts the early script before everything else in the head, as a hashed file, behind what it may ask for ahead: the pay
 * screen's files, and the silver of home's plate in either theme. Asks for the figure font early.
 */
export function headScripts(): Plugin {
  let earlyFile = ''
  let building = false
  return {
    name: 'shirogane:head-scripts',
    configResolved(config) {
      building = config.command === 'build'
    },
    async buildStart() {
      if (!building) return
      const { code } = await minify('early.js', await readFile(source, 'utf8'))
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
      earlyFile = `assets/early-${hash}.js`
      this.emitFile({ type: 'asset', fileName: earlyFile, source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const bundle = context.bundle ?? {}
        const nameOf = (file: RegExp) => Object.keys(bundle).find((name) => file.test(name))
        const font = nameOf(/inter-figures-.*\.woff2$/)
        const silver = {
          light: nameOf(/tsuchime-(?!dark-).*\.webp$/),
          dark: nameOf(/tsuchime-dark-.*\.webp$/),
        }
        const qr = filesOf(bundle, '/customer/qr/QrScreen.tsx')
        const tags = [
          // Nothing of it is asked for until the early script finds itself on that page and puts it into the head.
          `<template id="/qr">${qr.map(preloadOf).join('')}</template>`,
          ...Object.entries(silver).map(([theme, name]) =>
            name
              ? `<template id="/${theme}"><link rel="preload" as="image" href="/${name}" /></template>`
              : '',
          ),
          `<script src="${building ? `/${earlyFile}` : '/src/shell/frame/early.js'}"></script>`,
          font === undefined
            ? ''
            : `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
        ]
        return html.replace('<!--head-->', tags.filter(Boolean).join('\n    '))
      },
    },
  }
}
