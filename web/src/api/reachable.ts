/** Whether the service answers at the moment. */
export const isReachable = (): Promise<boolean> =>
  fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )
