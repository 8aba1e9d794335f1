import { useTranslation } from 'react-i18next'

interface Place {
  site?: string | null
  ward?: string | null
  room?: string | null
}

/** A number or a short code says what it is only with a word before it; the messages of the service do the same. */
const code = /^\S{1,4}$/

/** Returns where a patient lives, the particular first, such as `Room 12 · Ward B`; empty if it is not known. */
export function usePlaceText(): (place: Place | null | undefined) => string {
  const { t } = useTranslation()
  const labelled = (part: 'room' | 'ward', name: string | null | undefined) =>
    name && code.test(name) ? t(`place.${part}`, { name }) : name
  return (place) =>
    [labelled('room', place?.room), labelled('ward', place?.ward), place?.site].filter(Boolean).join(' · ')
}

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
