/** ProfileFields are what a person can change about themselves, as it stands in the form. */
export interface ProfileFields {
  firstName: string
  lastName: string
  phone: string
  dateOfBirth: string
}

type StoredFields = { [Name in keyof ProfileFields]: string | null }

const phoneRule = /^[+0-9 ().-]{3,32}$/

/** changesOf is what the service has to learn. */
export function changesOf(fields: ProfileFields, stored: StoredFields): Partial<ProfileFields> {
  const entries = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== (stored[name as keyof ProfileFields] ?? '')),
  )
}

/** problemsOf names the fields that the service would refuse. One that was given cannot be taken away again. */
export function problemsOf(fields: ProfileFields, stored: StoredFields): (keyof ProfileFields)[] {
  const changes = changesOf(fields, stored)
  const isWrong: Record<keyof ProfileFields, (value: string) => boolean> = {
    firstName: (value) => value === '',
    lastName: (value) => value === '',
    phone: (value) => !phoneRule.test(value),
    dateOfBirth: (value) => value === '' || new Date(value) >= new Date(),
  }
  return (Object.keys(isWrong) as (keyof ProfileFields)[]).filter((name) => {
    const value = changes[name]
    return value !== undefined && isWrong[name](value)
  })
}
