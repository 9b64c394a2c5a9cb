import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './plugins/compress.ts'
import { headScripts } from './plugins/head-scripts.ts'
import { routeList } from './plugins/route-list.ts'
import { serviceWorker } from './plugins/service-worker.ts'
import { unusedParts } from './plugins/unused-parts.ts'

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string }

export default defineConfig({
  // Short class names: they stand in the script and in the style sheet of every screen.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
    unusedParts(),
    react(),
    headScripts(),
    serviceWorker(here('./src/service-worker.ts')),
    routeList(),
    compress(),
  ],
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    proxy: {
      '/v1': api,
      '/files': api,
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
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // The libraries change seldom and keep their place in the reader's cache when a screen changes.
            {
              name: 'vendor',
              // What only forms need of the router, and only staff of the queries, comes with them.
              test: /node_modules\/(react|react-dom|scheduler|@tanstack(?!.*(useBlocker|useQueries|queriesObserver))|use-sync-external-store)\//,
            },
            // What every first screen needs travels as one file: each file more costs a phone another way to the shop's server.
            // It is what the shell and home import, with all that this imports in turn, and what is asked of the device: the pay
            // code has no room for one file more.
            {
              name: 'shell',
              test: /apps\/web\/src\/(main\.tsx|customer\/home\/HomeScreen\.tsx|shared\/device\/)/,
            },
            // What every form, and what a code on the screen is made of: a file each, and not one for every few lines.
            { name: 'form', test: /packages\/ui\/src\/inputs\/form\// },
            { name: 'code', test: /\/src\/(shared\/qr-code|customer\/qr\/code|data\/code)\// },
            // A few lines each, which most forms and lists need together.
            { name: 'figures', test: /apps\/web\/src\/shared\/figures\// },
            // The legal texts are read in one place or another by nearly all who read them at all.
            { name: 'legal', test: /apps\/web\/src\/shared\/legal\// },
          ],
        },
      },
    },
  },
})
