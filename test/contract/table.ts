import { accountEndpoints } from './accounts.ts'
import { adminEndpoints } from './admin.ts'
import { caregiverEndpoints } from './caregivers.ts'
import { deviceEndpoints } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { fallEndpoints } from './falls.ts'
import { messageEndpoints } from './messages.ts'
import { patientEndpoints } from './patients.ts'

/** Every method and path of the contract's sections 4.1 to 4.9. */
export const endpoints: Endpoint[] = [
  ...accountEndpoints,
  ...deviceEndpoints,
  ...fallEndpoints,
  ...patientEndpoints,
  ...caregiverEndpoints,
  ...adminEndpoints,
  ...messageEndpoints,
]
