import { incidentKinds, outcomes } from '../../alerting/model/incident.ts'
import { channelNames } from '../../alerting/notifications/channels/channels.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { severities } from '../../detection/levels/severity.ts'
import type { MetricLabels } from '../../platform/metrics/metrics.ts'

export const metricLabels: MetricLabels = {
  ...{ fallLevels, severities, incidentKinds, outcomes },
  channels: channelNames,
}
