import type { Health } from '../../observed';
import { durationText } from '../data/figures';

/** How many pages failed within the last hour, in browsers and on the server. */
export function Failures({ health }: { health: Health | undefined }) {
  if (!health) return <>–</>;
  const { failed, visits, made, madeFailed } = health;
  const isBad = failed + madeFailed > 0;
  const text = `${failed} of ${visits + failed} in browsers, ${madeFailed} of ${made + madeFailed} renders`;
  return isBad ? (
    <span className="state" data-kind="warn">
      {text}
    </span>
  ) : (
    <span className="quiet-figure">{text}</span>
  );
}

/** A figure of the live release, with that of the one before. */
export function Compared({ now, before }: { now: number | undefined; before: number | undefined }) {
  return (
    <>
      {durationText(now)}
      {now !== undefined && before !== undefined && <span className="place">before: {durationText(before)}</span>}
    </>
  );
}
