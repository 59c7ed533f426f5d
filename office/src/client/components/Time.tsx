import { formatDistanceToNowStrict } from 'date-fns';
import { moment } from '../data/format';

/** A moment: how long ago it is, and exactly when. */
export function Time({ at }: { at: string | undefined | null }) {
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={moment(at)}>
      {formatDistanceToNowStrict(new Date(at), { addSuffix: true })}
    </time>
  );
}
