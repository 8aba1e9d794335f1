import { resolve } from 'node:path'

/** Where the build has the JavaScript of a file of the project. */
export const builtFile = (path: string): string =>
  resolve('node_modules/.cache/tests', path.replace(/\.ts$/, '.js'))
