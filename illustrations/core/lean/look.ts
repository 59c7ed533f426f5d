import type { Ref, SvgNode, Value } from '../svg';
import { remembered } from './remembered';
import { type Attrs, isRef } from './shape';

/** The same text for definitions that are written alike. */
const textOf = remembered((node: SvgNode): string => JSON.stringify(node));

const valueText = (value: Value | Ref): string => (isRef(value) ? textOf(value.target) : String(value));

const GEOMETRY: ReadonlySet<string> = new Set(['d', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height']);

const textsOf = (attrs: Attrs, wanted: (name: string) => boolean): string =>
  Object.entries(attrs)
    .filter(([name, value]) => value !== undefined && wanted(name))
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .sort()
    .join(';');

/** Equal for shapes that differ in their outline alone. */
export const lookOf = remembered(({ attrs }: SvgNode): string => textsOf(attrs, (name) => !GEOMETRY.has(name)));

/** Equal for shapes that lie in the same place, whatever they are painted with. */
export const placeOf = remembered(
  ({ tag, attrs }: SvgNode): string => `${tag};${textsOf(attrs, (name) => GEOMETRY.has(name) || name === 'transform')}`,
);
