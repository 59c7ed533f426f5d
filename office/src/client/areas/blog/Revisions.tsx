import { Time } from '../../components/Time';
import type { Written } from './written';

export interface Revision {
  version: number;
  at: string;
  by: string;
  post: Written;
}

interface RevisionsProps {
  revisions: readonly Revision[];
  current: number | undefined;
  onTake(written: Written): void;
}

/** Earlier versions: one is taken into the editor, and counts when it is saved. */
export function Revisions({ revisions, current, onTake }: RevisionsProps) {
  const earlier = revisions.filter(({ version }) => version !== current);
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary>{earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}</summary>
      <ul className="plain">
        {earlier.map(({ version, at, by, post }) => (
          <li key={version}>
            Version {version} by {by}, <Time at={at} />{' '}
            <button type="button" onClick={() => onTake(post)}>
              Take version {version}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
