/** Where a patient lives, from the general to the particular; null where it is not known. */
export interface Place {
  site: string | null
  ward: string | null
  room: string | null
}

export const nowhere: Place = { site: null, ward: null, room: null }

/** The SQL of a Place, from the table of residences. */
export const placeColumns = 'residences.site, residences.ward, residences.room'

/** The SQL of a Place as JSON, from the table of residences; null if none is known. */
export const placeJson = `case when num_nonnulls(residences.site, residences.ward, residences.room) > 0
  then json_build_object('site', residences.site, 'ward', residences.ward, 'room', residences.room) end`

/** The SQL of all places in which a patient has lived, and until when; the current one for ever. */
export const placesOf = (patientId: string) => `
  select site, ward, room, until from former_residences where patient_id = ${patientId}
  union all
  select site, ward, room, 'infinity' from residences where patient_id = ${patientId}`

/**
 * The SQL of a join with the place in which a patient lived at a time, as `residences`. Before a place
 * was first entered, they lived there, too, as far as anybody knows.
 */
export const joinResidenceAt = (patientId: string, time: string) => `left join lateral (
    select site, ward, room from (${placesOf(patientId)}) as places
    where until > ${time} or until = 'infinity' order by until limit 1
  ) as residences on true`

/** A number or a short code says what it is only with a word before it. */
const code = /^\S{1,4}$/
const labelled = (label: string, name: string) => (code.test(name) ? `${label} ${name}` : name)
/** The SQL of the same. */
const labelledSql = (label: string, name: string) =>
  `case when length(${name}) <= 4 and ${name} !~ '\\s' then '${label} ' || ${name} else ${name} end`

const plainSearchText = `concat_ws(' ', residences.site, residences.ward, residences.room)`
/** As placeText writes a place, and with the words before longer names as well, which people put there. */
const labelledSearchText = `concat_ws(', ',
  ${labelledSql('Room', 'residences.room')}, ${labelledSql('Ward', 'residences.ward')}, residences.site,
  'Room ' || residences.room, 'Ward ' || residences.ward)`

/** Part of a place in words. `Ward` alone is none: it may be a name, and every ward has the word. */
const placeInWords = /(room|ward) \S|,/i

/** The SQL of a place in one text, in which `search` is looked for; empty if none is known. */
export const placeSearchText = (search: string) =>
  placeInWords.test(search) ? `concat_ws(' ', ${plainSearchText}, ${labelledSearchText})` : plainSearchText

/** A place in words, the particular first, such as `Room 12, Ward B`; empty if none is known. */
export function placeText({ site, ward, room }: Place): string {
  const parts = [room && labelled('Room', room), ward && labelled('Ward', ward), site]
  return parts.filter(Boolean).join(', ')
}

/** The name of a patient, with the place in parentheses if it is known. */
export function nameWithPlace(name: string, place: Place): string {
  const where = placeText(place)
  return where ? `${name} (${where})` : name
}
