import { readFileSync } from 'node:fs'
import { projectFolder } from './project-folder.ts'

const manifest = new URL('package.json', projectFolder)

export const version: string = JSON.parse(readFileSync(manifest, 'utf8')).version
