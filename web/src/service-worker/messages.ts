/** What a page sends to a new version of the worker. */
export interface TakeOverRequest {
  type: 'SKIP_WAITING'
  /** `unseen`: only if no window is visible. */
  when: 'now' | 'unseen'
}

/** What the worker sends to a window: a notification leads to this path. */
export interface OpenRequest {
  type: 'OPEN'
  path: string
}
