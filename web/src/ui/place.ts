interface Place {
  site: string | null
  ward: string | null
  room: string | null
}

/** placeOf is where a patient lives, the particular first; empty if it is not known. */
export const placeOf = (place: Place | null | undefined) =>
  [place?.room, place?.ward, place?.site].filter(Boolean).join(' · ')
