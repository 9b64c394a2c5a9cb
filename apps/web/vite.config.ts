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

/** The shell, home, and the pieces of the interface that they are made of; sheets and dialogs come when they are opened. */
const shell = new RegExp(
  [
    'apps/web/src/main\\.tsx',
    'apps/web/src/lib/(?!realtime|Legal|legal|Unsaved|push|CodeForm|StepUp|step-up|passkeys|camera|password-strength|qr-code|verification|countdown|CardFrame|CardTag|cards|CounterSheet|transaction-details|receipt|uuid7|later-calls|worker|accounts|csv|reward-calls|charge-limits|use-amount|use-is-here|sent-code|use-rested|figures|use-torch|unknown-id|log-failure|use-copy|UpdateModal|use-hold-update|act\\.|Replayed)',
    'apps/web/src/app/(?!Greetings|install\\.|push-question|LoginSheet|InstallPrompt|NotFoundPage|RollingRing|Live|live-text|show-refused|told-rank|later-|SignedIn|Pushes|FetchAhead|FailureLog|ErrorScreen|system|watch-updates|layouts/(User|Auth))',
    'apps/web/src/features/home/(?!RankSheet|BannerSheet|CampaignTerms|PullToRefresh|StaffHome|sheets-text|staff-text)',
    'packages/contract/src/(first-calls|call-text|limits|limit-values)\\.',
    'packages/ui/src/(Amount|Avatar|BellLink|BottomBar|Button|Card|Chip|EmptyState|ErrorPanel|Icon|IconButton|InfoStrip|LiveRegions|Logo|ObjectPicture|Plate|Progress|RankMedal|Row|Seal|Skeleton|Spinner|ToastProvider|TopBar|tokens)\\.',
    'packages/ui/src/(class-names|format-amount|icon-shape|icons|render-link|use-announce|use-media|use-scrolled|use-toast)\\.',
    'vite/preload-helper',
  ].join('|'),
)

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
            { name: 'shell', test: shell },
            // What every form, and what the pay code is made of: a file each, and not one for every few lines.
            {
              name: 'form',
              test: /packages\/ui\/src\/(Field|field-context|FormSummary|TextInput|PasswordInput)\.|lib\/countdown\./,
            },
            {
              name: 'pay-code',
              test: /lean-qr|lib\/qr-code\.|packages\/ui\/src\/(CodeStage|Countdown)\.|features\/qr\/(pay-code|text)\./,
            },
            // A few lines each, which most forms and lists need together.
            { name: 'figures', test: /src\/(lib\/(figures|use-rested)|half-width-digits|digits)\./ },
            // The texts of the house are read in one place or another by nearly everybody who reads them at all.
            { name: 'legal', test: /src\/lib\/legal/i },
          ],
        },
      },
    },
  },
})
