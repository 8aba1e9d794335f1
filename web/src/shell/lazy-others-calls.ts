import { lazyPart } from './lazy-part.ts'

/** Seldom needed. */
export const OthersCalls = lazyPart(() => import('../home/others-calls.tsx'), 'OthersCalls')
