import { useEffect, useState } from 'react'

/**
 * The token of the link that led here, from behind the #. It leaves the address bar at once, where others
 * could read it and the history would keep it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
