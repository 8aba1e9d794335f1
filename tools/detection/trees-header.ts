import type { FallModel } from '../../src/detection/classifier.ts'
import type { EncodedForest } from '../../src/detection/forest.ts'

/** The longest line of numbers. */
const valuesPerLine = 24

/** Returns a C header with the forests of both looks, as constants that a linker places in flash. */
export function treesHeader({ forests, provenance }: Pick<FallModel, 'forests' | 'provenance'>): string {
  return `/* Written by npm run export-model from the models of ${provenance.date}. */
#ifndef FALL_TREES_H
#define FALL_TREES_H

#include <stdint.h>

/* Complete trees of one depth; a threshold is the upper half of a 32-bit number, a leaf a multiple of 1/256. */
typedef struct {
  int depth, trees;
  double bias;
  const uint8_t *features;
  const uint16_t *thresholds;
  const int8_t *leaves;
} fall_forest;

${forestSource('early', forests.early)}
${forestSource('late', forests.late)}
#endif
`
}

function forestSource(look: string, { depth, bias, trees }: EncodedForest): string {
  const bytes = Buffer.from(trees, 'base64')
  const nodes = 2 ** depth - 1
  const treeCount = bytes.length / (nodes * 3 + nodes + 1)
  const count = treeCount * nodes
  const features = [...bytes.subarray(0, count)]
  const thresholds = Array.from({ length: count }, (_, i) => bytes.readUInt16LE(count + i * 2))
  const leaves = Array.from(bytes.subarray(count * 3), (byte) => (byte << 24) >> 24)
  return `${array('uint8_t', `${look}_features`, features)}
${array('uint16_t', `${look}_thresholds`, thresholds)}
${array('int8_t', `${look}_leaves`, leaves)}
static const fall_forest fall_${look}_forest = {${depth}, ${treeCount}, ${exact(bias)}, ${look}_features, ${look}_thresholds, ${look}_leaves};
`
}

function array(type: string, name: string, values: readonly number[]): string {
  const lines: string[] = []
  for (let i = 0; i < values.length; i += valuesPerLine)
    lines.push(`  ${values.slice(i, i + valuesPerLine).join(', ')},`)
  return `static const ${type} ${name}[] = {\n${lines.join('\n')}\n};`
}

/** JavaScript prints as many digits as identify a number, and a C compiler reads it back as the same. */
const exact = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value))
