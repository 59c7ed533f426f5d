import type { Draft } from '../data/drafts';
import { Time } from './Time';

interface EarlierDraftProps {
  earlier: Draft<unknown> | undefined;
  onLayOver(): void;
  onDrop(): void;
}

/** Offers what somebody typed before the record was changed elsewhere. */
export function EarlierDraft({ earlier, onLayOver, onDrop }: EarlierDraftProps) {
  if (!earlier) return null;
  return (
    <div className="notice" role="status">
      <p>
        What you typed <Time at={earlier.at} /> over version {earlier.version} is still here, unsaved. This is a newer
        version. Of a field that both of you changed, yours would replace theirs; theirs stays among the earlier
        versions.
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={onLayOver}>
          Lay my changes over this version
        </button>
        <button type="button" onClick={onDrop}>
          Throw my changes away
        </button>
      </div>
    </div>
  );
}
