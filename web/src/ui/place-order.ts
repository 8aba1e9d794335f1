/** Somebody with a name, and perhaps with a room. */
interface Placed {
  name: string
  room: string | null
}

/** Orders texts as people do: room 2 before 10, A before B; what is missing comes last. */
export function compareNatural(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return (a: string | null | undefined, b: string | null | undefined) =>
    a && b ? compare(a, b) : Number(!a) - Number(!b)
}

/** Orders people as their doors stand along a corridor; of one room, by name. */
export function byRoom(language: string) {
  const compare = compareNatural(language)
  return (a: Placed, b: Placed) => compare(a.room, b.room) || compare(a.name, b.name)
}
