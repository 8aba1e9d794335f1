import { readFileSync } from 'node:fs'

/** The bundle lies in `dist/`, one folder deep; this file lies two folders deep. */
const up = import.meta.url.endsWith('/src/platform/project.ts') ? '../..' : '..'

export const projectFolder = new URL(up, import.meta.url)

const manifest = new URL('package.json', projectFolder)

export const version: string = JSON.parse(readFileSync(manifest, 'utf8')).version
