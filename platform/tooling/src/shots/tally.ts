import type { Shot } from './capture';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What a run made: its pictures by contact sheet, whether of pages, of components or of a remote alone. */
export class Tally {
  private readonly sheets: (readonly Shot[])[] = [];

  add(sheet: readonly Shot[]): void {
    this.sheets.push(sheet);
  }

  /** The last line of the run. */
  toString(): string {
    const shots = this.sheets.flat();
    const found = shots.reduce((sum, { findings }) => sum + findings.length, 0);
    const made = `${counted(shots.length, 'picture')} on ${counted(this.sheets.length, 'contact sheet')}`;
    return `${made}, in shots/; axe and width findings: ${found}`;
  }
}
