/** Whether MQTT delivers a topic to a subscription. */
export function matchesFilter(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  // What the broker says of itself is never meant by a wildcard.
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false
  }
  return levels.length === wanted.length
}

/** What follows the fixed beginning of a filter: for `home/zigbee2mqtt/#` the name of the device. */
export function belowFilter(filter: string, topic: string): string {
  const levels = filter.split('/')
  const wildcard = levels.findIndex((level) => level === '+' || level === '#')
  const below = topic.split('/').slice(wildcard === -1 ? levels.length - 1 : wildcard)
  return below.join('/')
}

/** Whether a text is a filter of MQTT: `+` and `#` stand alone in their level, and `#` is the last. */
export function isTopicFilter(text: string): boolean {
  const levels = text.split('/')
  return levels.every((level, i) =>
    level === '#' ? i === levels.length - 1 : level === '+' || !/[+#\0]/.test(level),
  )
}
