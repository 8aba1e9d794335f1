/** What these functions use of the explorer, whose script has it in its scope as `ui`. */
declare const ui: {
  authActions: {
    authorizeWithPersistOption(credentials: Record<string, unknown>): void
    logoutWithPersistOption(schemes: string[]): void
  }
}

interface ExplorerResponse {
  ok?: boolean
  url?: string
  body?: { token?: string }
}

/**
 * Runs in the browser, in the script of the explorer, after each response. It sends the token of a session
 * that was opened with all further requests, and forgets it when the session ends, so that nobody needs to copy it.
 */
export function followSession(response: ExplorerResponse): ExplorerResponse {
  if (!response.ok) return response
  if (response.body?.token) {
    const schema = { type: 'http', scheme: 'bearer' }
    ui.authActions.authorizeWithPersistOption({
      bearer: { name: 'bearer', schema, value: response.body.token },
    })
  } else if (response.url?.endsWith('/api/auth/logout')) {
    ui.authActions.logoutWithPersistOption(['bearer'])
  }
  return response
}
