import type { Plugin } from 'vite'

type Part = {
  importer?: RegExp
  source: RegExp
  /** What stands in its place. */
  code: string
  /** A module that only the app itself could have asked for: once it is in, the part is used after all. */
  sign?: RegExp
}

/**
 * Parts that the libraries bring along although nothing here reaches them. Their own modules name each other, so the
 * bundler cannot see that: the router hangs its link on every route, where the app has `AppLink`; it knows a way to read
 * addresses, where the app's router is given its own; the query client keeps a list of mutations, where the app sends
 * its changes by itself; and its neighbours carry a substitute for what React has had since version 18.
 */
const parts: readonly Part[] = [
  {
    importer: /@tanstack\/react-router\/dist\/esm\/route\.js$/,
    source: /^\.\/link\.js$/,
    code: 'export const Link = undefined',
    sign: /@tanstack\/react-router\/dist\/esm\/link\.js$/,
  },
  {
    importer: /@tanstack\/router-core\/dist\/esm\/router\.js$/,
    source: /^\.\/searchParams\.js$/,
    code: 'export const defaultParseSearch = undefined, defaultStringifySearch = undefined',
  },
  {
    importer: /@tanstack\/query-core\/build\/modern\/queryClient\.js$/,
    source: /^\.\/mutationCache\.js$/,
    code: 'export class MutationCache { resumePausedMutations() { return Promise.resolve() } clear() {} }',
    sign: /@tanstack\/query-core\/build\/modern\/mutation\w*\.js$/,
  },
  {
    source: /^use-sync-external-store\/shim$/,
    code: "export { useSyncExternalStore } from 'react'",
  },
]

const prefix = '\0unused-part:'

export function unusedParts(): Plugin {
  return {
    name: 'shirogane:unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const index = parts.findIndex(
        (part) => part.source.test(source) && part.importer?.test(importer) !== false,
      )
      return index < 0 ? null : `${prefix}${index}`
    },
    load(id) {
      return id.startsWith(prefix) ? parts[Number(id.slice(prefix.length))]?.code : null
    },
    generateBundle(_, bundle) {
      const rendered = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? Object.keys(output.modules) : [],
      )
      for (const { sign } of parts) {
        const used = sign && rendered.find((id) => sign.test(id))
        if (used !== undefined) this.error(`The app uses ${used} now: take its part out of unused-parts.ts`)
      }
    },
  }
}
