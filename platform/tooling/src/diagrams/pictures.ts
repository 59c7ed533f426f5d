import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { barChart, type Run } from './bars';
import { houseDiagram } from './house';
import { requestDiagram } from './request';
import { timelineDiagram } from './timeline';

const FOLDER = join(ROOT, 'docs', 'pictures');

/** A picture of the documentation, and what draws it from its text. */
export interface Diagram {
  file: string;
  draw(): string;
}

const diagram = (name: string, title: string, draw: (source: string, title: string) => string): Diagram => ({
  file: join(FOLDER, `${name}.svg`),
  draw: () => draw(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'), title),
});

const run = (name: string): Run =>
  JSON.parse(readFileSync(join(ROOT, 'bench', 'results', `${name}.json`), 'utf8')) as Run;

const pageWeight: Diagram = {
  file: join(FOLDER, 'page-weight.svg'),
  draw: () => {
    const [anEmptyPage] = run('2026-11-22-next').values;
    if (!anEmptyPage) throw new Error('2026-11-22-next.json has no values.');
    return barChart(run('2026-11-28-page-weight'), 'kB brotli', anEmptyPage, 'Scripts before the first interaction');
  },
};

export const DIAGRAMS: readonly Diagram[] = [
  diagram('house', 'What runs, and what talks to what', houseDiagram),
  diagram('request', 'The way of one request, from top to bottom', requestDiagram),
  diagram('fragments', 'A page with five fragments of which one hangs', timelineDiagram),
  pageWeight,
];
