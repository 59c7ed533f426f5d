/** A visitor's action. It names its target, so that a part of a walk can be repeated. */
export type Step =
  | { do: 'link'; href: string; where: Place; key: boolean; hasty: boolean }
  | { do: 'back' | 'forward'; hasty: boolean }
  | { do: 'reload' }
  | { do: 'dialog'; name: string; leave: 'by Escape' | 'by going back' }
  | { do: 'tab' | 'item'; name: string }
  | { do: 'scroll'; part: number };

/** The part of the page that holds a link. */
export type Place = 'header' | 'main' | 'footer' | 'drawer' | 'menu';

/** A visitor's viewport, tab and machine. */
export interface Manner {
  width: number;
  height: number;
  motion: 'reduce' | 'no-preference';
  /** True for a tab in the background, where nothing is painted. */
  hidden: boolean;
  /** CPU slowdown factor of the visitor's machine; 1 is this machine. */
  slowdown: number;
}

export interface Walk {
  manner: Manner;
  /** The page that is opened. */
  entry: string;
  steps: readonly Step[];
}

const sayStep = (step: Step): string => {
  switch (step.do) {
    case 'link':
      return `${step.key ? 'press Enter on' : 'click'} the link to ${step.href} in the ${step.where}`;
    case 'back':
    case 'forward':
      return `go ${step.do}`;
    case 'reload':
      return 'reload';
    case 'dialog':
      return `open the dialog of "${step.name}" and leave it ${step.leave}`;
    case 'scroll':
      return `scroll to ${Math.round(step.part * 100)} % of the page`;
    default:
      return `choose the ${step.do} "${step.name}"`;
  }
};

const isHasty = (step: Step): boolean => 'hasty' in step && step.hasty;

/** Describes a walk in words, to be repeated by hand. */
export const sayWalk = ({ manner, entry, steps }: Walk): string =>
  [
    `Open ${entry} (${manner.width} × ${manner.height}, prefers-reduced-motion: ${manner.motion}${manner.hidden ? ', in the background' : ''}${manner.slowdown > 1 ? `, ${manner.slowdown} times slower` : ''})`,
    ...steps.map((step, index) => `${index + 1}. ${sayStep(step)}${isHasty(step) ? ', and do not wait' : ''}`),
  ].join('\n');

export { isHasty };
