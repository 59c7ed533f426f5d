import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { houseDiagram } from './house';
import { requestDiagram } from './request';

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

export const DIAGRAMS: readonly Diagram[] = [
  diagram('house', 'What runs, and what talks to what', houseDiagram),
  diagram('request', 'The way of one request, from top to bottom', requestDiagram),
];
