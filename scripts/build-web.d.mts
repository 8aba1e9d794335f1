export function buildWeb(root: string): Promise<void>
export function viteProgram(web: string): string
export function precompress(folder: string): Promise<void>
