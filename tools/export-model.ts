// npm run export-model -- --out FILE: writes the trees for devices that send samples as a C header, for examples/on-device.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { samplesModel } from '../src/detection/models/samples-model.ts'
import { treesHeader } from './detection/trees-header.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) {
  console.error('--out is the file to write, fall_trees.h\nUsage: npm run export-model -- --out FILE')
  process.exit(1)
}
writeFileSync(values.out, treesHeader(samplesModel))
console.log(`${values.out}: the trees of ${samplesModel.provenance.date}`)
