/** projectFolder is one folder up from here, and from the bundle in `dist/`. */
export const projectFolder = new URL('..', import.meta.url)
