import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { catalogueParts } from './catalogue-parts.ts'

/** What is shown without a connection. The names of assets change with their content; others have a revision. */
const shellFiles = ['index.html', 'layers.css', 'icon.svg', 'icon-192.png', 'badge.png']

/**
 * serviceWorkerBuild bundles the service worker after the page, with the list of files to keep. It does what the
 * injectManifest mode of vite-plugin-pwa does, whose 300 packages took half of the time of an installation.
 */
export function serviceWorkerBuild(source: string): Plugin {
  let folder = ''
  return {
    name: 'service-worker-build',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = join(root, outDir)
    },
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [catalogueParts()],
        define: { 'self.__WB_MANIFEST': JSON.stringify(listFiles(folder)) },
        build: {
          target: 'es2022',
          outDir: folder,
          emptyOutDir: false,
          rolldownOptions: {
            input: source,
            output: { entryFileNames: 'sw.js', codeSplitting: false },
          },
        },
      })
    },
  }
}

function listFiles(folder: string): { url: string; revision: string | null }[] {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  return [
    ...assets.map((name) => ({ url: `assets/${name}`, revision: null })),
    ...shellFiles.map((name) => {
      const revision = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
        .slice(0, 32)
      return { url: name, revision }
    }),
  ]
}
