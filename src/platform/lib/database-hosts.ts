/** The parts of a URL as PostgreSQL's own programs read it: everything before the hosts, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/s

/** Sessions of the service write, so a standby is of no use to it. */
const usefulServers = ['read-write', 'primary']

/**
 * Returns a URL for each host of a setting such as `postgres://user:password@one:5432,two:5432/care`. A URL with one
 * host is returned as it is.
 */
export function listDatabaseUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** What is wrong with several hosts, in words without any value: they may be secrets. */
export function findHostProblem(url: string): string | undefined {
  const urls = listDatabaseUrls(url)
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !usefulServers.includes(wanted)) {
    return `must have target_session_attrs=${usefulServers.join(' or ')}, because the service writes`
  }
  if (['host', 'port'].some((name) => query.get(name)?.includes(','))) {
    return severalHosts
  }
  if (urls.length === 1) return undefined
  if (!urls.every((each) => URL.canParse(each) && new URL(each).hostname !== '')) return severalHosts
  if (new Set(urls.map((each) => new URL(each).host)).size < urls.length) return 'must name each host once'
  return undefined
}

const severalHosts =
  'must have several hosts in front of the name of the database, such as postgres://user:password@one:5432,two:5432/care'
