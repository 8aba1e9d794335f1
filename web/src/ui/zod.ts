import { z } from 'zod'

// It would try whether it may compile functions, which the Content-Security-Policy forbids and reports.
z.config({ jitless: true })

export { z }
