import type { Plugin } from 'vite'
import { routePatterns } from '../src/shell/navigation/paths.ts'

/** The server reads this list to answer 404, not 200, for a page that does not exist. */
export function routeList(): Plugin {
  return {
    name: 'shirogane:route-list',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'routes.json',
        source: JSON.stringify(routePatterns, null, 2),
      })
    },
  }
}
