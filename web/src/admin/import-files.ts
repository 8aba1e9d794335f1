import type { paths } from '../api/schema.d.ts'

export type ImportedFile =
  paths['/api/admin/imports']['post']['requestBody']['content']['application/json']['files'][number]

export const maxFiles = 10
/** In base64 they are a third larger, and the service reads 32 MiB. */
export const maxFileBytes = 20_000_000
const maxName = 100

/** Takes the bytes as they are, so that the service can tell a wrong encoding. */
export const readFiles = (files: readonly File[]): Promise<ImportedFile[]> =>
  Promise.all(
    files.map(async (file) => ({ name: file.name.slice(-maxName), contentBase64: await base64Of(file) })),
  )

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
