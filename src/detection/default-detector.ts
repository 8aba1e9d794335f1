import { prepared } from '../platform/lib/prepared.ts'
import { type AssessMotion, createDetector } from './fall-detector.ts'
import { fullSummaryModel } from './models/full-summary-model.ts'
import { peakOnlyModel } from './models/peak-only-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { summaryModel } from './models/summary-model.ts'

/** The models that the service ships with. */
export const defaultModels = {
  samples: samplesModel,
  'full-summary': fullSummaryModel,
  summary: summaryModel,
  'peak-only': peakOnlyModel,
}

/** Decoding the models takes a tenth of a second. */
const detector = prepared(() => createDetector(defaultModels))

/** The detector of the service. */
export const assessMotion: AssessMotion = (previous, reading, sensitivity) =>
  detector()(previous, reading, sensitivity)
