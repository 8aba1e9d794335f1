/** adminOnly is the rule of every route here, with the errors it can answer beyond those that the rule implies. */
export const adminOnly = (...errors: number[]) => ({ access: ['ADMIN'] as const, errors })

export const tags = ['Administration']
