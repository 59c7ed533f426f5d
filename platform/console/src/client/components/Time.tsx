import { formatDistanceToNowStrict } from 'date-fns';

/** A moment: how long ago it is, and exactly when. */
export function Time({ at }: { at: string | undefined | null }) {
  if (!at) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {formatDistanceToNowStrict(date, { addSuffix: true })}
    </time>
  );
}
