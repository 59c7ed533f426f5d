import type { Lock } from '@wholepage/releases/registry/locks';

/** That, until when and why something stays as it is. */
export function LockNotice({ lock: { app, until, by, why } }: { lock: Lock }) {
  return (
    <p className="notice" data-kind="warn">
      {app === 'site' ? 'The whole site' : app} is locked until{' '}
      <time dateTime={until}>{new Date(until).toLocaleString()}</time> by {by}: {why}
    </p>
  );
}
