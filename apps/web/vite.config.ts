import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './plugins/compress.ts'
import { headScripts } from './plugins/head-scripts.ts'
import { routeList } from './plugins/route-list.ts'
import { serviceWorker } from './plugins/service-worker.ts'

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string }

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [react(), headScripts(), serviceWorker(here('./src/service-worker.ts')), routeList(), compress()],
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    proxy: {
      '/v1': api,
      '/demo': api,
      '/docs': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The policy allows pictures from data: URLs, but a separate file is fetched only when the theme or the screen needs it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        advancedChunks: {
          groups: [
            // The libraries change seldom and keep their place in the reader's cache when a screen changes.
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack|ky|use-sync-external-store)\// },
          ],
        },
      },
    },
  },
})
