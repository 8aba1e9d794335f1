import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome.exe',
  'msedge.exe',
]

/** Chromium without windows: the same pages for half of the processor time, but no notifications. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']

/** Where installers put browsers that are not on the path. */
const usualPlaces: Partial<Record<NodeJS.Platform, (env: NodeJS.ProcessEnv) => string[]>> = {
  darwin: ({ HOME = '' }) =>
    ['', HOME].flatMap((root) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `${root}/Applications/${name}.app/Contents/MacOS/${name}`,
      ),
    ),
  win32: (env) =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((root) =>
      root
        ? ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'].map((place) =>
            join(root, place),
          )
        : [],
    ),
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a browser: CHROME_PATH, else one that is installed. */
export function findChromium(env = process.env, platform = process.platform): string | undefined {
  const { CHROME_PATH }: NodeJS.ProcessEnv = env
  if (CHROME_PATH) return CHROME_PATH
  return findOnPath(programs, env) ?? usualPlaces[platform]?.(env).find(isProgram)
}

/** The path of a browser that takes less of the machine, if there is one; CHROME_PATH goes first. */
export const findHeadlessShell = (env = process.env): string | undefined =>
  env.CHROME_PATH ? undefined : findOnPath(headlessShells, env)

const findOnPath = (names: string[], { PATH = '' }: NodeJS.ProcessEnv) =>
  PATH.split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram)

/**
 * Gives the options of tests that use a browser: skipped, with the reason, where there is none. In CI
 * (CI=true) that is an error, because a test that nobody runs shows nothing.
 */
export function needsBrowser(env = process.env, platform = process.platform): { skip?: string } {
  if (findChromium(env, platform)) return {}
  const reason = 'there is no Chromium on this machine: apt install chromium (or set CHROME_PATH)'
  if (env.CI === 'true') throw new Error(`${reason}, and CI must not skip these tests`)
  return { skip: reason }
}
