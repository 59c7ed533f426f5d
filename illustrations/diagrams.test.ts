import { readFileSync } from 'node:fs';
import { barChart, DIAGRAMS, houseDiagram, requestDiagram, timelineDiagram } from './diagrams';

it.each(DIAGRAMS)('$file is what its text says (npm run pictures -- diagrams)', ({ file, draw }) => {
  expect(readFileSync(file, 'utf8')).toBe(draw());
});

it('names the line that it cannot read, and what an arrow misses', () => {
  expect(() => houseDiagram('boks a 1 1 1: A', '')).toThrow('This line cannot be read: boks a 1 1 1: A');
  expect(() => houseDiagram('box a 0 0 1: A\narrow a -> b', '')).toThrow('No such box: arrow a -> b');
  expect(() => timelineDiagram('done 1: a', '')).toThrow('This line cannot be read: done 1: a');
  expect(() => requestDiagram('lane a: A\na -> b: hello', '')).toThrow('No such lane: b');
});

it('keeps the text of a label text', () => {
  expect(requestDiagram('lane a: A\na: 1 < 2 & "3"', '')).toContain('1 &lt; 2 &amp; &quot;3&quot;');
});

const run = {
  date: '2026-01-02',
  command: 'npm run bench -- pages',
  machine: 'any',
  values: [
    { what: '/', value: 80, unit: 'kB', promise: '≤ 92' },
    { what: 'fonts', value: 50, unit: 'kB woff2' },
  ],
};

it('draws a bar for each value of the unit, and a mark at its limit', () => {
  const chart = barChart(run, 'kB', 'Scripts');
  expect(chart.match(/<rect x=/g)).toHaveLength(1);
  expect(chart).toContain('width="440.0"');
  expect(chart).toContain('d="M736 42');
});
