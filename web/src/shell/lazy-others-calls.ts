import { lazyPart } from './lazy-part.ts'

/** OthersCalls is seldom needed. */
export const OthersCalls = lazyPart(() => import('../home/others-calls.tsx'), 'OthersCalls')
