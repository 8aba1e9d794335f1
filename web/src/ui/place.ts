interface Place {
  site: string | null
  ward: string | null
  room: string | null
}

/** placeOf is where a patient lives, the particular first; empty if it is not known. */
export const placeOf = ({ site, ward, room }: Place) => [room, ward, site].filter(Boolean).join(' · ')
