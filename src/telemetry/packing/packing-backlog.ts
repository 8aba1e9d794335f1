/** findPackingBacklog returns the oldest reading that should have been packed; null if there is none. */
export { findUnpackedFrom as findPackingBacklog } from './packing.store.ts'
