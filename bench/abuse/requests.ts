interface RequestParts {
  token?: string | undefined
  headers?: string[]
  /** An object is sent as JSON, a string as it is. */
  body?: object | string
}

/** Returns the bytes of a request. */
export function requestOf(
  method: string,
  path: string,
  { token, headers = [], body }: RequestParts = {},
): Buffer {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    ...(text === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text ?? ''}`)
}

/** For attacks that use another address for each request. */
export const closeConnection = ['Connection: close']
