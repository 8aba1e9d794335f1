import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvValue, csvLine } from './csv.ts'

const cases: [title: string, value: CsvValue, cell: string][] = [
  ['a text', 'Rosa Marín', 'Rosa Marín'],
  ['nothing', null, ''],
  ['an empty text', '', ''],
  ['a negative number', -9.81, '-9.81'],
  ['a truth value', false, 'false'],
  ['a time', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'a "b"', '"a ""b"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula after blanks', '  =1+1', "'  =1+1"],
  ['a formula with a plus', '+1', "'+1"],
  ['a formula with a minus', '-1+2', "'-1+2"],
  ['a formula with an at', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula with full-width characters', '＝1', "'＝1"],
  ['a formula with quotes', '=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
  ['a tab', '\t=1', "'\t=1"],
  ['an equals sign inside', 'a=b', 'a=b'],
]
for (const [title, value, cell] of cases) {
  test(title, () => assert.equal(csvLine([1, value, 'z']), `1,${cell},z\r\n`))
}
