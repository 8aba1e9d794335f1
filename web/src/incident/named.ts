import type { Incident } from './incident.ts'

interface Named {
  name: string | null
  relationship?: string | null
}

/** A name with what the person is to the patient, such as "Eva Sanz (daughter)". */
export const named = ({ name, relationship }: Named, deleted: string) =>
  name === null ? deleted : relationship ? `${name} (${relationship})` : name

/** Who handles an incident, or has ended it, with what they are to the patient; null if nobody does. */
export const handlerOf = ({ handledBy, attending }: Pick<Incident, 'handledBy' | 'attending'>) =>
  handledBy && {
    ...handledBy,
    relationship: attending.find(({ id }) => id === handledBy.id)?.relationship ?? null,
  }
