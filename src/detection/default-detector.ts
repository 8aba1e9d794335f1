import { createDetector } from './fall-detector.ts'
import { peakOnlyModel } from './models/peak-only-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { summaryModel } from './models/summary-model.ts'

/** defaultModels are the models that the service ships with. */
export const defaultModels = {
  samples: samplesModel,
  summary: summaryModel,
  'peak-only': peakOnlyModel,
}

/** assessMotion is the detector of the service. */
export const assessMotion = createDetector(defaultModels)
