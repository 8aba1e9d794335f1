/** The bundle lies in `dist/`, one folder deep; this file lies two folders deep. */
const up = import.meta.url.endsWith('/src/platform/project-folder.ts') ? '../..' : '..'

export const projectFolder = new URL(up, import.meta.url)
