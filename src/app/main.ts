import { run } from './service.ts'

/** Only for running the service from its sources: the build starts with launcher.ts. */
await run()
