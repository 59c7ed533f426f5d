import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weightOf } from '../core/weight';
import { make } from './make';
import { outfitOf, UnknownRoleError } from './outfit-of';

const roles = {
  industrial: [
    'production-floor-operators',
    'welders',
    'maintenance',
    'quality-lab-technicians',
    'warehouse',
    'supervisors',
    'executives',
    'outdoor-cold-zone-staff',
  ],
  hospitality: ['chefs', 'management', 'house-keeping', 'gardening', 'f-and-b', 'boat-crews', 'pool-side'],
  education: ['primary', 'middle', 'sports', 'kindergarten', 'high-school', 'higher-education', 'rainwear'],
  retail: ['floor-staff', 'pool-side', 'corporate-executives', 'guest-relations', 'event-crew', 'managers'],
  aviation: [
    'cabin-crew',
    'lounge-and-hospitality',
    'pilots',
    'ground-staff',
    'f-and-b-and-in-flight',
    'airport-security',
  ],
  healthcare: ['doctors', 'lab-technicians', 'nurses', 'ot-staff', 'reception-and-admin', 'patients-wear'],
  government: [
    'infantry',
    'officer-class',
    'parade-ceremonial',
    'traffic-and-patrol-police',
    'special-ops',
    'administration',
  ],
} as const;

const pictures = join(process.cwd(), 'shared-ui/pictures');
/** Bytes as they travel, and elements, each of which a browser styles, lays out and paints before the page goes on. */
const budgets: [RegExp, { bytes: number; elements: number }][] = [
  [/^outfits\//, { bytes: 7_000, elements: 680 }],
  [/^sectors\/.*-intro/, { bytes: 9_000, elements: 460 }],
  [/^sectors\//, { bytes: 13_000, elements: 900 }],
];

const elements = (svg: string): number => svg.match(/<[a-zA-Z]/g)?.length ?? 0;

async function draw(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  await make(async (file, bytes) => {
    files.set(file, String(bytes));
  });
  return files;
}

/** Every element is closed by its own name and every `#id` that is used is defined once. */
function faults(svg: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  for (const [, closing, name, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (self) continue;
    if (!closing) open.push(name ?? '');
    else if (open.pop() !== name) found.push(`</${name}> closes another element`);
  }
  if (open.length > 0) found.push(`<${open.join('><')}> left open`);
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  if (new Set(ids).size !== ids.length) found.push('an id is defined twice');
  for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)) {
    if (!ids.includes(id)) found.push(`#${id} is not defined`);
  }
  if (/NaN|undefined|Infinity/.test(svg)) found.push('a number went wrong');
  return found;
}

describe('garment pictures', () => {
  let files: Map<string, string>;
  beforeAll(async () => {
    files = await draw();
  });

  test.each(Object.entries(roles).flatMap(([sector, names]) => names.map((role) => [`outfits/${sector}-${role}.svg`])))(
    '%s is drawn',
    (file) => {
      expect(files.has(file)).toBe(true);
    },
  );

  test('there is a drawing for each of the 46 roles and no other', () => {
    expect([...files.keys()].filter((file) => file.startsWith('outfits/'))).toHaveLength(46);
  });

  test('each sector has its banner and its detail sheet', () => {
    for (const sector of Object.keys(roles)) {
      expect(files.get(`sectors/${sector}.svg`)).toContain('width="1200" height="900"');
      expect(files.get(`sectors/${sector}-intro.svg`)).toContain('width="900" height="1100"');
    }
  });

  test('every file is well formed, closed in itself and within its budget', () => {
    for (const [file, svg] of files) {
      expect([file, faults(svg)]).toEqual([file, []]);
      expect(svg).not.toMatch(/<script|<style|<image|<use|<foreignObject| on[a-z]+=|data:|(?:href|src)="(?!#)/);
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="0 0 \d+ \d+"/,
      );
      const most = budgets.find(([kind]) => kind.test(file))?.[1];
      expect([file, weightOf(svg) <= (most?.bytes ?? 0)]).toEqual([file, true]);
      expect([file, elements(svg) <= (most?.elements ?? 0)]).toEqual([file, true]);
    }
  });

  test('no two roles look the same', () => {
    expect(new Set(files.values()).size).toBe(files.size);
  });

  test('drawing again gives the same bytes, and they are the bytes in the repository', async () => {
    const again = await draw();
    for (const [file, svg] of files) {
      expect([file, again.get(file) === svg]).toEqual([file, true]);
      expect([file, existsSync(join(pictures, file)) && readFileSync(join(pictures, file), 'utf8') === svg]).toEqual([
        file,
        true,
      ]);
    }
  });

  test('a role without a drawing is named in the error', () => {
    expect(() => outfitOf('retail', 'astronaut')).toThrow(UnknownRoleError);
    expect(() => outfitOf('retail', 'astronaut')).toThrow('No outfit "astronaut" in sector "retail"');
  });
});
