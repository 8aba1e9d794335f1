import { ApiError, consoleHeaders } from '../api/client.ts'

/** Saves the archive of the person's data, and returns the name of the file. */
export const downloadExport = () => downloadFile('/api/profile/me/export', 'fallwatch-export.zip')

/**
 * Saves what the service returns, and returns the name of the file. A plain link cannot send the header
 * without which the session does not count, so the browser collects the file first.
 */
export async function downloadFile(path: string, fallbackName: string): Promise<string> {
  const response = await fetch(path, { headers: consoleHeaders }).catch(() => {
    throw new ApiError(0, 'The service cannot be reached')
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  const archive = await response.blob().catch(() => {
    throw new ApiError(0, 'The archive was cut off')
  })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? fallbackName
  const address = URL.createObjectURL(archive)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has opened it before the next task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return name
}

const fileNameOf = (disposition: string | null) => /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1]
