interface RequestParts {
  token?: string | undefined
  headers?: string[]
  /** JSON, or a text that is sent as it is. */
  body?: object | string
}

/** requestOf gives the bytes of a request; the path is given from the root on. */
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

/** For who comes from another address with each request. */
export const onceOnly = ['Connection: close']
