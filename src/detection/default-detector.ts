import { createDetector } from './fall-detector.ts'
import { peakOnlyModel } from './models/peak-only-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { summaryModel } from './models/summary-model.ts'

/** assessMotion is the detector of the service, with the shipped models. */
export const assessMotion = createDetector({
  samples: samplesModel,
  summary: summaryModel,
  'peak-only': peakOnlyModel,
})
