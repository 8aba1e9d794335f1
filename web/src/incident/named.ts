interface Named {
  name: string | null
  relationship?: string | null
}

/** named is a name with what the person is to the patient, such as "Eva Sanz (daughter)". */
export const named = ({ name, relationship }: Named, deleted: string) =>
  name === null ? deleted : relationship ? `${name} (${relationship})` : name
