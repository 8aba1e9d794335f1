/** What the service itself answers: everything else is a screen of the console. */
const servicePaths = /^\/(api|docs|acknowledge|acknowledge\.js|metrics)(\/|$)/

/** A path whose last part has an extension is a file. */
const filePath = /\.[a-z0-9]+$/i

/** True for a path that the console shows, by the one page it consists of. */
export const isScreen = (path: string) => !servicePaths.test(path) && !filePath.test(path)
