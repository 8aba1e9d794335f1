/** The age in whole years of somebody born on a date such as 1941-05-17. */
export function ageAt(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const isBeforeBirthday = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day)
  return now.getFullYear() - year - (isBeforeBirthday ? 1 : 0)
}
