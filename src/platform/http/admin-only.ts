/** The access rule of every route here, with its errors beyond those that the rule implies. */
export const adminOnly = (...errors: number[]) => ({ access: ['ADMIN'] as const, errors })

export const tags = ['Administration']
