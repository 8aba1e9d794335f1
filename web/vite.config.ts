import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueParts } from './catalogue-parts.ts'
import { serviceWorkerBuild } from './service-worker-build.ts'

const service = process.env.SERVICE_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [catalogueParts(), react(), serviceWorkerBuild('src/service-worker/sw.ts')],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    // What every screen needs, in two files: forty small ones compress worse, and each has headers of its own.
    rolldownOptions: {
      output: {
        // Chromium compiles functions while it downloads them, beside the main thread: 0.2 s of the first screen on a slow phone.
        postBanner: '//# allFunctionsCalledOnLoad',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Without what only later screens use.
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|i18next|react-i18next|openapi-fetch|eventsource-(client|parser))\/(?!.*\/(infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries|useBlocker)\.)/,
            },
            {
              name: 'shared',
              test: /web\/src\/(api|live|i18n\/formats|ui\/(button|link|notice|place|tag|time-ago|now|query-state|select-field)|shell\/(screen-title|use-me|language-choice|alarm|home-screen|lazy-part|not-found|failure|navigation|live-banner|live-session|update-notice|service-worker-registration|shell)\.|now|incident\/(incident|where|who|acknowledge-button|incident-words)\.)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/acknowledge', '/metrics'].map((path) => [path, service])),
  },
})
