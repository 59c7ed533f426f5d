import type { Build, Level } from '../garments/figure/body';

/** What is sewn into the back of a garment, by the trade's name. */
export type BackDetail =
  | 'yoke'
  | 'western-yoke'
  | 'centre-seam'
  | 'princess'
  | 'box-pleat'
  | 'action-pleats'
  | 'vent'
  | 'side-vents'
  | 'half-belt'
  | 'waist-seam'
  | 'elastic'
  | 'darts'
  | 'rib'
  | 'mesh'
  | 'zip'
  | 'back-wrap'
  | 'quilting'
  | 'bands'
  | 'one-band'
  | 'braces'
  | 'hem-band'
  | 'elbow-patches'
  | 'shoulder-patches'
  | 'stripes';

/** What lies over the back: tied, buckled or hung there. */
export type Over =
  | 'crossed-straps'
  | 'neck-loop'
  | 'waist-apron'
  | 'tied-before'
  | 'bib-tied-before'
  | 'back-bib'
  | 'cinch'
  | 'plate'
  | 'belt'
  | 'cross-belt'
  | 'shoulder-belt'
  | 'sash'
  | 'pallu'
  | 'academic-hood';

/** The back of one outfit, laid flat. Lengths are those of the figure in `garments/figure/body.ts`. */
export interface Flat {
  readonly build: Build;
  readonly hem: Level;
  /** How much wider than the body: at the chest, the waist and the hem. */
  readonly ease: readonly [chest: number, waist: number, hem: number];
  readonly neck: 'stand' | 'shirt' | 'lapel' | 'crew' | 'tank' | 'sailor' | 'hood' | 'polo';
  /** Share of the arm that is covered, and half of the width at its end; none leaves the armhole open. */
  readonly sleeve?: readonly [to: number, end: number];
  readonly cuff?: boolean;
  /** What shows of a garment worn below one without sleeves of its own. */
  readonly under?: {
    readonly neck?: Flat['neck'];
    readonly sleeve?: readonly [to: number, end: number];
    readonly cuff?: boolean;
  };
  /** Falls from the shoulders without armholes. */
  readonly cape?: boolean;
  readonly tail?: boolean;
  readonly details: readonly BackDetail[];
  readonly over?: readonly Over[];
  /** Lettering between the shoulders, a line each. */
  readonly print?: readonly string[];
  readonly below?:
    | 'trousers'
    | 'cargo'
    | 'shorts'
    | 'pencil'
    | 'flared'
    | 'pleated'
    | 'bib-brace'
    | 'apron'
    | 'kurta'
    | 'wrap';
}
